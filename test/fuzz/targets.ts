// What takes hostile data, with what must be true whatever that is. The names are those of the folders in `corpus`.
export * from './targets/items';
export * from './targets/service';
export * from './targets/text';
