/** The commands that hovers of items may run. */
export const hoverCommands = [
  'showDetails',
  'showTimeline',
  'whoChangedThis',
  'copyIpAddress',
  'openInWebConsole',
].map((name) => `poolview.${name}`);
