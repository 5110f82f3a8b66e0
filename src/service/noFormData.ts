/**
 * Stands in for the package `form-data` in the bundle: axios falls back to the global `FormData`, and Poolview, which
 * sends nothing but JSON, saves the 140 KB of media types that come with the package.
 */
export default undefined;
