/** The beginning of the first line of the host tests. The output before it is that of VS Code. */
export const hostTestsBanner = 'Host tests in VS Code';
