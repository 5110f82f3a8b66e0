import { commands, type Disposable } from 'vscode';
import type { Session } from '../connections/session';
import type { ProjectsModel } from './model';
import { isNode, resourceKinds, type ResourceNode } from './nodes';

/** What the commands work on: the session in use and its model. */
export interface ActiveProjects {
  readonly session: Session;
  readonly model: ProjectsModel;
}

/** Registers a command of the Projects view. What it is given may be anything: anybody can run a command. */
export type RegisterCommand = (
  name: string,
  run: (active: ActiveProjects, argument: unknown, selected: unknown) => unknown,
) => Disposable;

export function commandsOn(active: () => ActiveProjects | undefined): RegisterCommand {
  return (name, run) =>
    commands.registerCommand(name, async (argument?: unknown, selected?: unknown) => {
      const current = active();
      // Without a connection there is one thing that helps.
      await (current === undefined
        ? commands.executeCommand('poolview.connect')
        : run(current, argument, selected));
    });
}

/** The row that an argument stands for, as it is now: what is passed may be anything, or a row that is gone. */
export function rowOf(model: ProjectsModel, argument: unknown): ResourceNode | undefined {
  const row = isNode(argument, ...resourceKinds) ? model.rowWithId(argument.id) : undefined;
  return isNode(row, ...resourceKinds) ? row : undefined;
}

/**
 * The rows that a command from a row is about, as they are now and in the order of the tree: all that are selected where
 * that row is one of them.
 */
export function rowsOf(model: ProjectsModel, argument: unknown, selected: unknown): readonly ResourceNode[] {
  const rows = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [argument];
  const ids = new Set(rows.flatMap((row) => (isNode(row, ...resourceKinds) ? row.id : [])));
  return ids.size === 0 ? [] : model.loadedRows.filter(({ id }) => ids.has(id));
}
