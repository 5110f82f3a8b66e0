/**
 * Stands in for the packages `follow-redirects` and `https-proxy-agent` in the bundle. Poolview follows no redirect, gives
 * axios a transport of its own, and leaves proxies to VS Code: what is not there cannot be reached by mistake either.
 */
export default {};
