import { name, publisher } from '../package.json';

/** By which VS Code knows the extension. */
export const extensionId = `${publisher}.${name}`;
