/** A guarantee, and the files that keep it. */
export interface Guarantee {
  readonly text: string;
  readonly code: readonly string[];
}

/**
 * The guarantees of docs/security.md by their IDs, in sections. A test that would fail without one has its ID in its name, such as
 * `[guarantee: key-echo]`. `npm run guarantees` writes both into the document.
 */
export const guarantees: Readonly<Record<string, Readonly<Record<string, Guarantee>>>> = {
  'API keys': {
    'key-storage': {
      text: "API keys are only in VS Code's secret storage: not in settings, logs, messages, rows, hovers, documents and reports.",
      code: ['src/connections/keys.ts', 'src/service/redaction.ts'],
    },
    'key-destination': {
      text: 'A key is sent in a header, only to the base URL and for the name that it was entered for.',
      code: ['src/connections/keys.ts', 'src/service/http.ts'],
    },
    'key-echo': {
      text: 'A key that a service echoes is removed from its response, also in another case, with invisible characters, as a number, or behind escapes of JSON or of URLs. Keys shorter than 8 characters are not recognized.',
      code: ['src/service/redaction.ts'],
    },
    'key-input': {
      text: 'Only the input box for API keys accepts a key; all others refuse it, as do notes of decisions and of known problems.',
      code: ['src/ui/inputBox.ts', 'src/connections/connect.ts', 'src/review/review.ts'],
    },
    'connect-confirmed': {
      text: 'No connection is stored before you confirm each value, even if a task, a link or another extension suggests them.',
      code: ['src/connections/connect.ts'],
    },
    'key-ended': {
      text: 'What was read with a key is dropped when the key is replaced or deleted, also by another window: rows, changes, notifications and open documents.',
      code: ['src/connections/keys.ts', 'src/connections/disconnect.ts'],
    },
    disconnect: {
      text: "_Disconnect…_ deletes the key first, then everything else that is stored for the connection. If it can't, Poolview says so and deletes nothing.",
      code: ['src/connections/connections.ts', 'src/connections/disconnect.ts'],
    },
    'deleted-connection': {
      text: 'The key of a connection that was deleted from the settings is deleted one minute after VS Code starts; if no connection is left, after a day. While the setting has errors, no key is deleted.',
      code: ['src/connections/keys.ts'],
    },
    'user-keys': {
      text: "Of the user's API keys in the service, only when they end, whether they are active and the UID of the user are kept.",
      code: ['src/service/resources/user.ts'],
    },
  },
  'Stored data': {
    log: {
      text: 'The log has the method, path, status, duration, error code and reference of requests; no key, query, body or message.',
      code: ['src/connections/connection.ts', 'src/service/http.ts'],
    },
    'private-files': {
      text: 'Removed roles, favorites, known problems, saved queries and reviews are in files that only you can read (on Windows, as all files of your profile).',
      code: ['src/connections/storedFiles.ts', 'src/connections/storage.ts'],
    },
    'role-on-disk': {
      text: "A role is on disk before its removal is sent; if it can't be written, nothing is removed.",
      code: ['src/roles/journal/journal.ts', 'src/connections/storedFiles.ts'],
    },
    'role-journal': {
      text: 'A crash or a second window loses no removed role.',
      code: ['src/roles/journal/journal.ts'],
    },
    'review-decisions': {
      text: 'Two windows or a full disk lose no decision of a review.',
      code: ['src/review/decisions.ts'],
    },
    'finished-review': {
      text: 'The last finished review is kept without names of users and mail addresses. A report that contains a key is not saved.',
      code: ['src/review/decisions.ts', 'src/review/report.ts'],
    },
    'secrets-hidden': {
      text: 'The values of fields, labels, tags and taints whose names are those of secrets are hidden everywhere, and secrets in texts, such as JSON, URLs, assignments and tokens.',
      code: ['src/text/secrets.ts', 'src/text/text.ts'],
    },
    'settings-dropped': {
      text: 'What packs, charts, manifests and custom configurations are set to is dropped where it is read.',
      code: ['src/service/resources/resource.ts'],
    },
    'mail-addresses': {
      text: 'Of mail addresses in the audit log, only that of who did something is kept, and only an opened entry shows it.',
      code: ['src/service/mailAddress.ts', 'src/fleet/entryTexts.ts'],
    },
    'memory-only': {
      text: 'Events, changes and what else is read are only in memory, until VS Code exits, but for what you remove, mark, review or pin, your query, and the last 20 items that you opened.',
      code: ['src/items/inventory.ts', 'src/items/details/events.ts'],
    },
    'check-document': {
      text: 'The document of _Check Connection…_ has no names of items and no keys, and the check changes nothing.',
      code: ['src/connections/check/check.ts'],
    },
    'demo-leaves-nothing': { text: 'The demo leaves nothing behind.', code: ['src/demo/demoSession.ts'] },
  },
  Settings: {
    administrator: {
      text: 'An administrator can make every connection read-only, turn off agents and limit the base URLs, with [a file](administrators.md). It is a guard for honest users.',
      code: ['src/connections/policy.ts'],
    },
    'administrator-file': {
      text: "A file of an administrator that isn't understood, or can't be read, allows nothing, and Poolview says so.",
      code: ['src/connections/policy.ts'],
    },
    'workspace-settings': {
      text: "A workspace can't change any setting of Poolview.",
      code: ['package.json'],
    },
    'invalid-settings': {
      text: 'Invalid values are marked by VS Code and not used. A key or password in the settings is reported, and not repeated.',
      code: ['src/connections/settingValues.ts', 'src/connections/settings.ts'],
    },
  },
  Requests: {
    'host-check': {
      text: 'The host is checked before its key is asked for, with one request that has no key.',
      code: ['src/service/hostCheck.ts'],
    },
    'no-redirects': { text: 'Redirects are not followed.', code: ['src/service/http.ts'] },
    https: { text: 'HTTPS only, except for this computer.', code: ['src/connections/connection.ts'] },
    certificates: {
      text: 'A certificate has to be trusted by this computer or by VS Code, whatever `http.proxyStrictSSL`, the environment and other extensions say.',
      code: ['src/service/transport.ts'],
    },
    proxy: {
      text: "Requests use VS Code's proxy, which sees an encrypted tunnel. Its own responses are not taken for those of the service.",
      code: ['src/service/transport.ts'],
    },
    'auto-refresh': {
      text: 'Automatic refresh is off by default. It sends nothing while the view is hidden or another window has the focus, unless `poolview.autoRefreshHidden` is on, and slows down after failures.',
      code: ['src/tree/autoRefresh.ts', 'src/fleet/fleetTab.ts'],
    },
    'rate-limits': {
      text: 'Requests stay within the published rate limits, also after switching connections, and wait as long as a 429 asks.',
      code: ['src/service/schedule.ts', 'src/service/endpointFamily.ts'],
    },
    retries: {
      text: 'Reads are retried three times at most. A removal or a restoration is sent once.',
      code: ['src/service/schedule.ts'],
    },
    'read-only': {
      text: 'Through a read-only connection, only GET and four POSTs that read are sent, decided by method and path.',
      code: ['src/service/http.ts'],
    },
    'read-only-confirmed': {
      text: "A connection stays read-only until you confirm in a modal dialog. A value that isn't understood counts as read-only.",
      code: ['src/connections/connections.ts', 'src/connections/settingValues.ts'],
    },
    'proven-removal': {
      text: 'A removal or a restoration counts as done only if the response confirms it; otherwise the list of roles decides.',
      code: [
        'src/service/response.ts',
        'src/roles/removal/removeRole.ts',
        'src/roles/restore/restoreRole.ts',
      ],
    },
    'no-telemetry': {
      text: 'No telemetry: one file sends requests, and the pages can send none.',
      code: ['src/service/http.ts', 'src/tabs/pageHtml.ts'],
    },
  },
  Responses: {
    'plain-text': {
      text: 'Text of a service is shown as plain text, without links, images, icons, HTML and invisible characters. _Show Details_ shows these as escapes.',
      code: ['src/text/markdown.ts', 'src/text/text.ts', 'src/text/document.ts'],
    },
    'hover-links': {
      text: 'Links in hovers run only _Show Details_, _Show Timeline_, _Who Changed This?_, _Copy IP Address_ and _Open in Web Console_, with the kind and the ID of an item.',
      code: ['src/projects/hoverLinks.ts'],
    },
    'page-scripts': {
      text: "The pages of editor tabs run only Poolview's own scripts: a content security policy without inline code, `eval` and remote content.",
      code: ['src/tabs/pageHtml.ts'],
    },
    'page-messages': {
      text: 'Pages never get a key, and the extension checks their messages.',
      code: ['src/tabs/pageHost.ts', 'src/fleet/messages.ts', 'src/review/messages.ts'],
    },
    links: {
      text: 'A link only shows an item or a view, and Poolview asks before it switches to another connection.',
      code: ['src/projects/links/link.ts', 'src/projects/links/openLink.ts'],
    },
    'response-limits': {
      text: 'Responses have limits: the request timeout, 64 MiB and 4 million JSON values after decompression, and 50,000 items in a list.',
      code: ['src/service/http.ts', 'src/service/readers.ts', 'src/service/pages.ts'],
    },
    'error-texts': {
      text: 'Error texts are cut after 500 characters, and shown without links and icons.',
      code: ['src/service/readers.ts', 'src/ui/errorMessage.ts'],
    },
    'wrong-shapes': {
      text: 'A field that has the wrong shape is dropped, and the rest is kept.',
      code: ['src/service/readers.ts'],
    },
    'demo-service': {
      text: 'The demo service answers requests from this computer only, with a key of its own, and keeps no body of a request without it.',
      code: ['src/demo/server.ts', 'src/demo/requests.ts'],
    },
  },
  Agents: {
    'agents-confirmed': {
      text: 'Agents can read a connection only after you confirmed it, while it has the same base URL and API key. A name in the setting alone turns on nothing.',
      code: ['src/agents/access.ts'],
    },
    'agents-each-call': {
      text: 'This is checked at each call, before and after it reads.',
      code: ['src/agents/toolRunner.ts'],
    },
    'agents-change-nothing': {
      text: "Agents can't change anything. A role is removed only after you confirm it in Poolview's dialog, also if agents may run all tools without asking. Enter keeps the role, unless it is selected in the view and the dialog is opened by Delete, its menu or its trash icon, or by another extension that passes the ID of the view.",
      code: ['src/agents/tools/proposeRoleRemoval.ts', 'src/roles/removal/confirmRemoval.ts'],
    },
    'agents-no-secrets': {
      text: 'What the tools return has no API key and nothing that _Show Details_ hides.',
      code: ['src/service/redaction.ts', 'src/text/secrets.ts'],
    },
    'agents-marked-data': {
      text: 'Text of a service is only in the part of a result that is marked as data, and has no control and no invisible characters. A result has at most 20,000 bytes.',
      code: ['src/agents/tools/answer.ts', 'src/agents/tools/serviceText.ts'],
    },
    'agents-errors': {
      text: "Errors of tools have no text of the service. Poolview's log has the tool, the names of its arguments and the size of its result; no values. When a call fails, VS Code writes its arguments into a log of its own.",
      code: ['src/agents/toolRunner.ts'],
    },
  },
};
