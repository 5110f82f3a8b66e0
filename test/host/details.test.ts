import { Inventory } from '../../src/items/inventory';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { parse } from 'yaml';
import { commands, env, MarkdownString, Position, window, workspace, type Hover, type Uri } from 'vscode';
import { EditorHover } from '../../src/projects/editorHover';
import { ProjectsModel } from '../../src/projects/model';
import { isParentRow, type ItemStoreRow } from '../../src/items/kinds';
import type { ScriptedService } from '../support/demo/service';
import { hoverCommands } from '../support/hoverCommands';
import { session } from './support/network';
import { atEnd, connected, demo, setting, until } from './support/service';

let service: ScriptedService;

/** The row of a project as VS Code passes it to a command. */
function row(place: number): string {
  return `Details/project:${service.fleet.projects[place]?.uid ?? ''}`;
}

function openDetails() {
  return workspace.textDocuments.filter(({ uri }) => uri.scheme === 'poolview');
}

beforeEach(() => {
  atEnd(() => commands.executeCommand('workbench.action.closeAllEditors'));
});

describe('the details of a row', () => {
  beforeEach(async () => {
    service = await connected('Details');
    // The view may still be loading, and the clipboard may still contain text from an earlier test.
    await env.clipboard.writeText('');
    const isCopied = async (): Promise<boolean> => {
      await commands.executeCommand('poolview.copyName', row(0));
      return (await env.clipboard.readText()) === 'payments';
    };
    while (!(await isCopied()));
  });

  it('are a YAML document that updates with the row, and stays open when the row is removed', async () => {
    await commands.executeCommand('poolview.showDetails', row(0));
    const document = window.activeTextEditor?.document;
    assert(document !== undefined);
    assert.equal(document.languageId, 'yaml');
    assert.match(
      document.getText(),
      /^# 1 unhealthy cluster\n# payments · 6 clusters: .*\n# .* teams? · .*\n# Updated .* UTC\n/,
    );
    const about = () => parse(document.getText()) as { specSummary: { teams: { name: string }[] } };
    const [team] = about().specSummary.teams;
    const removed = service.fleet.directory.teams.find(({ name }) => name === team?.name);
    assert(removed !== undefined);

    const changes: number[] = [];
    const counting = workspace.onDidChangeTextDocument((event) => {
      if (event.document === document) changes.push(event.contentChanges.length);
    });
    atEnd(() => counting.dispose());
    service.fleet.removeTeam(removed);
    await commands.executeCommand('poolview.refresh');
    await until(() => changes.length > 0);
    assert(about().specSummary.teams.every(({ name }) => name !== team?.name));

    const [payments] = service.fleet.projects;
    assert(payments !== undefined);
    service.fleet.removeProject(payments);
    await commands.executeCommand('poolview.refresh');
    await until(() => service.requests.length === 4);
    await commands.executeCommand('poolview.showDetails', row(0));
    assert.equal(changes.length, 1);
    assert(!document.getText().includes(service.apiKey));
  });

  it('of several rows open in tabs', async () => {
    await commands.executeCommand('poolview.showDetails', row(0), [row(0), row(1)]);
    const labels = window.tabGroups.activeTabGroup.tabs.map(({ label, isPreview }) => [label, isPreview]);
    assert.deepEqual(labels, [
      ['payments.yaml', false],
      ['ledger.yaml', false],
    ]);
    assert.equal(openDetails().length, 2);
  });

  it('can be copied as lines, JSON, CSV or for a ticket', async () => {
    const rows = [row(1), row(0)];
    await commands.executeCommand('poolview.copyName', rows[0], rows);
    assert.equal(await env.clipboard.readText(), 'payments\nledger');
    await commands.executeCommand('poolview.copyIpAddress', rows[0], rows);
    assert.equal(await env.clipboard.readText(), 'payments\nledger');
    await commands.executeCommand('poolview.copyAsJson', rows[0], rows);
    const copied = JSON.parse(await env.clipboard.readText()) as { metadata: { name: string } }[];
    assert.deepEqual(
      copied.map(({ metadata }) => metadata.name),
      ['payments', 'ledger'],
    );
    await commands.executeCommand('poolview.copyForTicket', rows[0], rows);
    assert.match(
      await env.clipboard.readText(),
      /^### Details · .* · 2 projects · .*\n\n- \*\*1 unhealthy cluster\*\* · .*payments, ledger\n$/,
    );
    await commands.executeCommand('poolview.copyAsCsv', rows[0], rows);
    assert.match(
      await env.clipboard.readText(),
      /^"Kind","Name",.*\r\n"Project","payments",.*\r\n"Project","ledger",.*\r\n$/,
    );
  });

  it('open in the web console of the current settings', async () => {
    const opened: string[] = [];
    const original = env.openExternal;
    atEnd(() => Object.assign(env, { openExternal: original }));
    Object.assign(env, { openExternal: (uri: Uri) => Promise.resolve(opened.push(uri.toString()) > 0) });
    const open = () => commands.executeCommand('poolview.openInWebConsole', row(0));
    await open();
    const { baseUrl } = service;
    for (const consoleUrl of ['https://a.example/', 'http://b.example', 'https://c.example/x']) {
      await setting('connections', [{ name: 'Details', baseUrl, consoleUrl }]);
      await open();
    }
    const uid = service.fleet.projects[0]?.uid ?? '';
    assert.deepEqual(opened, [`https://a.example/projects/${uid}`, `https://c.example/x/projects/${uid}`]);
    assert.equal(service.requests.length, 2);
  });
});

describe('a hover over a machine in an editor', () => {
  it('uses loaded data, sends no request, and can be turned off', async () => {
    service = await demo();
    const model = new ProjectsModel(new Inventory(session(service.baseUrl, service)));
    const hover = new EditorHover(() => model);
    atEnd(() => {
      hover.dispose();
      model.inventory.dispose();
    });
    const document = await workspace.openTextDocument({
      content: 'ready: payments-eu-cp-1.\n10.0.0.254',
      language: 'yaml',
    });
    const hovers = (line: number) =>
      commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, new Position(line, 8));
    assert.deepEqual(await hovers(0), []);
    let below: ItemStoreRow | undefined;
    for (let level = 0; level < 4; level++)
      [below] = await model.rows.children(isParentRow(below) ? below : undefined);

    const asked = service.requests.length;
    const [content] = (await hovers(0))[0]?.contents ?? [];
    assert(content instanceof MarkdownString);
    assert.deepEqual(content.isTrusted, { enabledCommands: hoverCommands });
    assert.match(
      content.value,
      /^\*\*Healthy\*\* {2}\npayments › payments\\-eu › control\\-plane › payments\\-eu\\-cp\\-1 {2}\nm1.* {2}\n10\\\./,
    );
    assert.deepEqual(await hovers(1), []);

    await setting('editorHover', false);
    hover.update();
    assert.deepEqual(await hovers(0), []);
    await setting('editorHover', true);
    hover.update();
    assert.equal((await hovers(0)).length, 1);
    assert.equal(service.requests.length, asked);
    const { pool } = service.fleet.pool('payments-eu', 'control-plane');
    pool.size = 0;
    await model.rows.refresh();
    assert.deepEqual(await hovers(0), []);
  });
});
