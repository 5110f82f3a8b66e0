/** How the first line of the host tests begins. What VS Code says before it is VS Code's own. */
export const hostTestsBanner = 'Host tests in VS Code';
