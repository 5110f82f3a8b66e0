import 'vscode';

/** What VS Code 1.109 added to the buttons of inputs. In older versions, which Poolview also runs in, extensions must not use it. */
declare module 'vscode' {
  enum QuickInputButtonLocation {
    Title = 1,
    Inline = 2,
    Input = 3,
  }

  interface QuickInputButton {
    readonly location?: QuickInputButtonLocation;
    /** VS Code sets it before it says that the button was pressed. */
    readonly toggle?: { checked: boolean };
  }
}
