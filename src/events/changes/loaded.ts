// The code that startup does not need, in one file of the package.
export { changesDocument, openChanges } from './document';
export { Notifier } from './notifier';
