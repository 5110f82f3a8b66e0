import type { LogOutputChannel } from 'vscode';
import { logMark, connectionTitle } from '../connections/connection';
import type { FleetReader } from '../reads/fleetReader';
import { isResourceRow, shownName } from '../items/kinds';
import { sanitizeLine } from '../text/text';
import { unlessAborted } from '../service/abort';
import { isServiceError } from '../service/errors';
import type { AgentAccess } from './access';
import type { AgentSources } from './tools/context';
import type { ToolName } from './toolNames';
import { find } from './tools/find';
import { fleetHealth } from './tools/fleetHealth';
import { get } from './tools/get';
import { reviewAccess } from './tools/reviewAccess';
import { timeline } from './tools/timeline';
import { proposeRoleRemoval } from './tools/proposeRoleRemoval';
import type { Tool } from './tools/tool';
import { ToolError, toolErrorOf } from './tools/answer';

/** The definition of each tool, from which its contribution in `package.json` is written. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  poolview_get_fleet_health: fleetHealth,
  poolview_find: find,
  poolview_get: get,
  poolview_timeline: timeline,
  poolview_review_access: reviewAccess,
  poolview_propose_role_removal: proposeRoleRemoval,
};

/** Runs tools, if the user allows that for the active connection. */
export class ToolRunner {
  constructor(
    private readonly sources: AgentSources,
    private readonly access: Pick<AgentAccess, 'isOn' | 'onDidChange'>,
    private readonly log: Pick<LogOutputChannel, 'info' | 'error'>,
  ) {}

  /** What a call reads and where, for the user. */
  invocation(name: ToolName, input: unknown): string | undefined {
    const { active } = this.sources.inventories;
    const nameOf = (id: string): string | undefined => {
      const row = active?.store.find(id);
      return isResourceRow(row) ? sanitizeLine(shownName(row), 60) : undefined;
    };
    return active && tools[name].invocation(input, connectionTitle(active.session.connection), nameOf);
  }

  /**
   * Runs a tool.
   * @param input the arguments, which can be anything
   * @returns the result as JSON
   * @throws ToolError
   */
  async call(name: ToolName, input: unknown, signal: AbortSignal): Promise<string> {
    const started = performance.now();
    const { fleet } = this.sources.inventories;
    let outcome = 'failed';
    try {
      const text = await this.#call(name, input, this.#allowed(fleet), signal);
      outcome = `${Buffer.byteLength(text)} bytes`;
      return text;
    } catch (error) {
      if (signal.aborted) outcome = 'cancelled';
      throw error instanceof ToolError ? error : this.#toolErrorOf(name, error);
    } finally {
      const names = tools[name].argumentNames(input).join(', ') || '-';
      const duration = (performance.now() - started).toFixed(0);
      const mark = fleet === undefined ? '' : logMark(fleet.inventory.session.connection);
      this.log.info(`${mark}tool ${name} (${names}) ${outcome} ${duration} ms`);
    }
  }

  #allowed(fleet: FleetReader | undefined): FleetReader {
    if (fleet === undefined) {
      throw new ToolError(
        'Poolview is not connected to a service. Ask the user to run the command "Poolview: Connect to a Service…".',
      );
    }
    if (!this.access.isOn(fleet.inventory.session)) {
      throw new ToolError(
        'The user has not turned on agent tools for this connection. Do not try again; ask the user to run the command "Poolview: Agent Tools…".',
      );
    }
    return fleet;
  }

  async #call(name: ToolName, input: unknown, fleet: FleetReader, signal: AbortSignal): Promise<string> {
    const { inventory } = fleet;
    const turnedOff = new AbortController();
    const watching = this.access.onDidChange(() => {
      if (!this.access.isOn(inventory.session)) turnedOff.abort();
    });
    const ended = AbortSignal.any([signal, inventory.closed, turnedOff.signal]);
    const context = { ...this.sources, fleet, inventory, signal: ended, now: Date.now() };
    try {
      ended.throwIfAborted();
      const text = await unlessAborted(tools[name].call(input, context), ended);
      ended.throwIfAborted();
      // Another window may have turned off the tools.
      this.#allowed(fleet);
      return text;
    } catch (error) {
      if (signal.aborted) throw new ToolError('The call was canceled.');
      if (inventory.closed.aborted) {
        throw new ToolError('The user switched to another connection. Call the tool again to read that one.');
      }
      this.#allowed(fleet);
      throw error;
    } finally {
      watching.dispose();
    }
  }

  #toolErrorOf(name: ToolName, error: unknown): ToolError {
    if (isServiceError(error)) return toolErrorOf(error);
    // Without its message, which may contain text of the service.
    this.log.error(`tool ${name}: ${framesOf(error)}`);
    return new ToolError(
      'This tool failed because of an error in Poolview. Do not try again; tell the user.',
    );
  }
}

/** What failed and where. The stack begins with the message. */
function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { stack = '', message } = error;
  const frames = stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^ +at /.test(line));
  return [error.name, ...frames].join('\n');
}
