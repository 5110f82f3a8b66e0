import { anyObject, exactObject, oneOf } from '../service/readers';

/**
 * What the user chose to see. VS Code stores what a page keeps, and an API key may have been typed into a text box: the page
 * sends it to the extension, and keeps what is sent back.
 */
export const keptView = exactObject({ type: oneOf('keepView'), view: anyObject });
