import { l10n, type LogOutputChannel } from 'vscode';
import { hostOf, logMark, type Connection } from '../connections/connection';
import { sanitizeLine } from '../presentation/text';
import { isServiceError } from '../service/errors';
import type { AgentAccess } from './access';
import { serviceErrorText } from './serviceErrorText';
import type { AgentItems, AgentSources } from './sources';
import type { ToolName } from './toolNames';
import { tools } from './tools';
import { ToolError } from './tools/toolError';

/** Runs tools for VS Code and for MCP clients, if the user allows that for the active connection. */
export class ToolRunner {
  constructor(
    private readonly sources: AgentSources,
    private readonly access: Pick<AgentAccess, 'isOn'>,
    private readonly log: LogOutputChannel,
  ) {}

  /** What a call reads and where, for the user. */
  invocation(name: ToolName, input: unknown): string | undefined {
    const { active } = this.sources.items;
    return active && tools[name].invocation(input, placeOf(active.session.connection));
  }

  /**
   * Runs a tool.
   * @param input the arguments, which can be anything
   * @returns the result as JSON
   * @throws ToolError
   */
  async call(name: ToolName, input: unknown, signal: AbortSignal): Promise<string> {
    const started = performance.now();
    const { active } = this.sources.items;
    let outcome = 'failed';
    try {
      const text = await this.#call(name, input, this.#allowed(active), signal);
      outcome = `${Buffer.byteLength(text)} bytes`;
      return text;
    } finally {
      if (signal.aborted) outcome = 'cancelled';
      const names = tools[name].argumentNames(input).join(', ') || '-';
      const duration = (performance.now() - started).toFixed(0);
      const mark = active === undefined ? '' : logMark(active.session.connection);
      this.log.info(`${mark}tool ${name} (${names}) ${outcome} ${duration} ms`);
    }
  }

  #allowed(active: AgentItems | undefined): AgentItems {
    if (active === undefined) {
      throw new ToolError(
        'Poolview is not connected to a service. Ask the user to run the command "Poolview: Connect to a Service…".',
      );
    }
    if (!this.access.isOn(active.session.connection)) {
      throw new ToolError(
        'The user has not turned on agent tools for this connection. Do not try again; ask the user to run the command "Poolview: Turn On Agent Tools…".',
      );
    }
    return active;
  }

  async #call(name: ToolName, input: unknown, items: AgentItems, signal: AbortSignal): Promise<string> {
    try {
      const text = await tools[name].call(input, {
        ...this.sources,
        items,
        signal: AbortSignal.any([signal, items.closed]),
        now: Date.now(),
      });
      // The connection may have changed, or the user may have turned off the tools, in the meantime.
      return this.#allowed(this.sources.items.active) === items ? text : await Promise.reject(closedError());
    } catch (error) {
      if (items.closed.aborted) throw closedError();
      throw this.#toolError(name, error);
    }
  }

  /** Other errors may contain text of the service, so the model gets none of it. */
  #toolError(name: ToolName, error: unknown): ToolError {
    if (error instanceof ToolError) return error;
    if (isServiceError(error)) return new ToolError(serviceErrorText(error));
    this.log.error(`tool ${name}: ${error instanceof Error ? error.name : typeof error}`);
    return new ToolError(
      'This tool failed because of an error in Poolview. Do not try again; tell the user.',
    );
  }
}

function closedError(): ToolError {
  return new ToolError('The user switched to another connection. Call the tool again to read that one.');
}

/** `Acme (api.acme.dev)` */
function placeOf(connection: Connection): string {
  return l10n.t('{0} ({1})', sanitizeLine(connection.name, 60), hostOf(connection));
}
