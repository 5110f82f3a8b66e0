/** A guarantee, the files that keep it, and the tests that would fail without it: their names, by file. */
export interface Guarantee {
  readonly text: string;
  readonly code: readonly string[];
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

/** The guarantees of docs/security.md, by section. `npm run guarantees` writes them there. */
export const guarantees: Readonly<Record<string, readonly Guarantee[]>> = {
  'API keys': [
    {
      text: "API keys are only in VS Code's secret storage: not in settings, logs, messages, rows, hovers, documents and reports.",
      code: ['src/connections/keys.ts', 'src/service/redaction.ts'],
      tests: {
        'test/host/keyHunt.test.ts': [
          'appears only in SecretStorage and in the header of requests to its own origin',
        ],
        'test/host/connections.test.ts': ['store the base URL in the settings and the key in SecretStorage'],
      },
    },
    {
      text: 'A key is sent in a header, only to the base URL and for the name that it was entered for.',
      code: ['src/connections/keys.ts', 'src/service/http.ts'],
      tests: {
        'test/unit/connections/connections.test.ts': [
          'is not sent after the %s of the base URL was changed in the settings',
          'is not sent after the name of the connection was changed in the settings',
        ],
        'test/host/keyHunt.test.ts': [
          'appears only in SecretStorage and in the header of requests to its own origin',
        ],
      },
    },
    {
      text: 'A key that a service echoes is removed from its response, also in another case, with invisible characters, as a number, or behind escapes of JSON or of URLs. Keys shorter than 8 characters are not recognized.',
      code: ['src/service/redaction.ts'],
      tests: {
        'test/unit/service/redaction.test.ts': [
          'is in no value and in no property name: %s',
          '%s is hidden as the number %s',
          'is not searched for if it is as short as a word',
        ],
      },
    },
    {
      text: 'Only the input box for API keys accepts a key; all others refuse it, as do notes of decisions and of known problems.',
      code: ['src/ui/inputBox.ts', 'src/connections/connect.ts', 'src/review/review.ts'],
      tests: {
        'test/unit/connections/connect.test.ts': ['that was just entered is rejected as a name: %s'],
        'test/unit/connections/otherInputs.test.ts': [
          'as a cloud type, as the UID of a cloud config and as the name of a pool',
        ],
        'test/unit/review/review.test.ts': ['take no note with an API key'],
        'test/unit/projects/knownProblems.test.ts': [
          'a note with an API key is refused in the box, and marks nothing',
        ],
      },
    },
    {
      text: 'No connection is stored before you confirm each value, even if a task, a link or another extension suggests them.',
      code: ['src/connections/connect.ts'],
      tests: {
        'test/unit/connections/connect.test.ts': [
          'stores and sends nothing unless the user confirms each value',
          'suggests the base URL and the name, and never uses a key',
        ],
      },
    },
    {
      text: 'What was read with a key is dropped when the key is replaced or deleted, also by another window: rows, changes, notifications and open documents.',
      code: ['src/connections/keys.ts', 'src/connections/disconnect.ts'],
      tests: {
        'test/unit/connections/connections.test.ts': ['is another one after %s'],
        'test/unit/timeline/changeLogs.test.ts': ['are not those that another API key showed'],
        'test/unit/connections/closeEditors.test.ts': [
          'the documents of a connection are closed when its key ends, and no others',
        ],
      },
    },
    {
      text: "_Disconnect…_ deletes the key first, then everything else that is stored for the connection. If it can't, Poolview says so and deletes nothing.",
      code: ['src/connections/connections.ts', 'src/connections/disconnect.ts'],
      tests: {
        'test/unit/connections/connections.test.ts': [
          'deletes its key, its state and its entry in the settings',
          'removes nothing if the key cannot be deleted',
        ],
        'test/unit/connections/disconnect.test.ts': ['deletes the files of the connection alone: %s, %s'],
      },
    },
    {
      text: 'The key of a connection that was deleted from the settings is deleted one minute after VS Code starts; if no connection is left, after a day. While the setting has errors, no key is deleted.',
      code: ['src/connections/keys.ts'],
      tests: {
        'test/unit/connections/keys.test.ts': [
          'is deleted after the next start if the connection %s',
          'stays for a day if the settings are %j, because VS Code may have failed to read them',
          'stays if the setting is not %s',
        ],
      },
    },
    {
      text: "Of the user's API keys in the service, only when they end, whether they are active and the UID of the user are kept.",
      code: ['src/service/resources/user.ts'],
      tests: {
        'test/unit/connections/check.test.ts': ['are read without the key, the name and the user’s name'],
      },
    },
  ],
  'Stored data': [
    {
      text: 'The log has the method, path, status, duration, error code and reference of requests; no key, query, body or message.',
      code: ['src/connections/connection.ts', 'src/service/http.ts'],
      tests: {
        'test/unit/connections/log.test.ts': [
          'logs the kind, code and ref of a failure in one line, without the message',
        ],
        'test/unit/service/http.test.ts': ['a request is recorded without its query and its body'],
        'test/unit/service/redaction.test.ts': ['is recorded without the key: %s'],
      },
    },
    {
      text: 'Removed roles, favorites, known problems, saved queries and reviews are in files that only you can read (on Windows, as all files of your profile).',
      code: ['src/connections/storedFiles.ts', 'src/connections/storage.ts'],
      tests: {
        'test/unit/roles/journal/storedFiles.test.ts': ['can be read by its user only'],
        'test/unit/items/marks/stored.test.ts': [
          'are in a folder of the connection, and of the demo service in memory',
        ],
        'test/unit/documents.test.ts': ['is right about what is stored'],
      },
    },
    {
      text: "A role is on disk before its removal is sent; if it can't be written, nothing is removed.",
      code: ['src/roles/journal/journal.ts', 'src/connections/storedFiles.ts'],
      tests: {
        'test/unit/roles/removal/removeRoles.test.ts': [
          'is complete and synced to disk before the request arrives',
          'that cannot be written prevents all removals',
          'that runs out of space prevents the remaining removals',
        ],
      },
    },
    {
      text: 'A crash or a second window loses no removed role.',
      code: ['src/roles/journal/journal.ts'],
      tests: {
        'test/unit/roles/killed.test.ts': [
          'after the service acted but before it responded has removed the role',
        ],
        'test/unit/roles/journal/journalModel.test.ts': [
          'a journal behaves like a list that two windows share',
        ],
        'test/unit/roles/journal/journalProcesses.test.ts': [
          'contains the entries of a process that was killed',
        ],
      },
    },
    {
      text: 'Two windows or a full disk lose no decision of a review.',
      code: ['src/review/decisions.ts'],
      tests: {
        'test/unit/review/kept.test.ts': [
          'loses nothing if the disk is full: %s',
          'deletes nothing that another window appends to',
        ],
      },
    },
    {
      text: 'The last finished review is kept without names of users and mail addresses. A report that contains a key is not saved.',
      code: ['src/review/decisions.ts', 'src/review/report.ts'],
      tests: {
        'test/unit/review/finish.test.ts': [
          'keeps only the last review, without names of users and mail addresses',
          'saves no report with an API key',
        ],
      },
    },
    {
      text: 'The values of fields, labels, tags and taints whose names are those of secrets are hidden everywhere, and secrets in texts, such as JSON, URLs, assignments and tokens.',
      code: ['src/text/secrets.ts', 'src/text/text.ts'],
      tests: {
        'test/unit/projects/secrets.test.ts': [
          'is hidden wherever a tag, a label, an annotation or a taint is shown',
        ],
        'test/unit/text/document.test.ts': ['hides %s whatever its value'],
        'test/unit/text/secrets.test.ts': ['hides the secret in %j'],
        'test/unit/shown/secrets.test.ts': [
          'is shown nowhere: %s',
          'is not in the IDs for agents if a pool has it as its name, and these work: %s',
        ],
      },
    },
    {
      text: 'What packs, charts, manifests and custom configurations are set to is dropped where it is read.',
      code: ['src/service/resources/resource.ts'],
      tests: {
        'test/unit/service/readers.test.ts': [
          'lacks what packs, charts and custom cloud types are set to, at any depth',
        ],
        'test/unit/projects/secrets.test.ts': ['is nowhere, although the service sends it'],
      },
    },
    {
      text: 'Of mail addresses in the audit log, only that of who did something is kept, and only an opened entry shows it.',
      code: ['src/service/mailAddress.ts', 'src/fleet/entryTexts.ts'],
      tests: {
        'test/unit/service/audit.test.ts': [
          'no text of an entry has a mail address, except that of the actor',
        ],
        'test/unit/timeline/timeline.test.ts': ['mail addresses are never in a timeline'],
        'test/unit/fleet/entryDetails.test.ts': ['of an audit entry have the mail address of its actor'],
      },
    },
    {
      text: 'Events, changes and what else is read are only in memory, until VS Code exits, but for what you remove, mark, review or pin, your query, and the last 20 items that you opened.',
      code: ['src/items/inventory.ts', 'src/items/details/events.ts'],
      tests: { 'test/unit/documents.test.ts': ['is right about what is stored'] },
    },
    {
      text: 'The document of _Check Connection…_ has no names of items and no keys, and the check changes nothing.',
      code: ['src/connections/check/check.ts'],
      tests: {
        'test/unit/connections/check.test.ts': [
          'finds that all works, with one request for each operation that reads',
          'shows nothing that the service writes',
        ],
      },
    },
    {
      text: 'The demo leaves nothing behind.',
      code: ['src/demo/demoSession.ts'],
      tests: { 'test/host/demo.test.ts': ['leaves nothing behind when it is disconnected'] },
    },
  ],
  Settings: [
    {
      text: 'An administrator can make every connection read-only, turn off agents and limit the base URLs, with [a file](administrators.md). It is a guard for honest users.',
      code: ['src/connections/policy.ts'],
      tests: {
        'test/unit/connections/policy.test.ts': [
          'each connection is read-only if the administrator says so',
          'only services that the administrator allows are connected to',
          'agents may not read a connection that the user turned on before',
        ],
      },
    },
    {
      text: "A file of an administrator that isn't understood, or can't be read, allows nothing, and Poolview says so.",
      code: ['src/connections/policy.ts'],
      tests: {
        'test/unit/connections/policy.test.ts': [
          'allows nothing if it is %j',
          'allows nothing if it cannot be read',
        ],
        'test/unit/shown/administratorFile.test.ts': [
          'is named if it %s, and no rule is made up that it does not have',
        ],
      },
    },
    {
      text: "A workspace can't change any setting of Poolview.",
      code: ['package.json'],
      tests: {
        'test/unit/connections/settings.test.ts': ['has no setting that a workspace can set'],
        'test/ui/workspaceAttack.spec.ts': [
          'settings of a folder, of a workspace opened later and of its folders do not change where Poolview connects',
        ],
      },
    },
    {
      text: 'Invalid values are marked by VS Code and not used. A key or password in the settings is reported, and not repeated.',
      code: ['src/connections/settingValues.ts', 'src/connections/settings.ts'],
      tests: {
        'test/unit/connections/settings.test.ts': [
          'of poolview.%s is used as written exactly if the settings editor accepts it, and what is used is accepted',
        ],
        'test/unit/connections/secretWarning.test.ts': [
          'names the settings, says what to do, and never shows them',
        ],
        'test/host/settings.test.ts': ['falls back to its default, without a message'],
      },
    },
  ],
  Requests: [
    {
      text: 'The host is checked before its key is asked for, with one request that has no key.',
      code: ['src/service/hostCheck.ts'],
      tests: {
        'test/unit/service/hostCheck.test.ts': ['sends one request without a key, and logs no failure'],
        'test/unit/connections/connect.test.ts': ['is checked without the key, before the key is asked for'],
      },
    },
    {
      text: 'Redirects are not followed.',
      code: ['src/service/http.ts'],
      tests: {
        'test/unit/service/failures.test.ts': [
          'never follows a redirect, so that no other origin receives the key',
        ],
      },
    },
    {
      text: 'HTTPS only, except for this computer.',
      code: ['src/connections/connection.ts'],
      tests: {
        'test/unit/connections/connection.test.ts': ['%j is rejected with a reason'],
        'test/unit/connections/settings.test.ts': ['leaves out %j'],
      },
    },
    {
      text: 'A certificate has to be trusted by this computer or by VS Code, whatever `http.proxyStrictSSL`, the environment and other extensions say.',
      code: ['src/service/transport.ts'],
      tests: {
        'test/unit/service/tls.test.ts': [
          '%s is rejected (%s), and nothing is sent to its server',
          '%s that it leaves open is not used',
        ],
        'test/host/network.test.ts': ['is rejected ${when}, with and without a proxy'],
      },
    },
    {
      text: "Requests use VS Code's proxy, which sees an encrypted tunnel. Its own responses are not taken for those of the service.",
      code: ['src/service/transport.ts'],
      tests: {
        'test/host/network.test.ts': [
          'is used, and sees only a tunnel, unless http.proxySupport is off',
          'is not mistaken for the service, and is used again when it stops refusing',
        ],
      },
    },
    {
      text: 'Automatic refresh is off by default. It sends nothing while the view is hidden or another window has the focus, unless `poolview.autoRefreshHidden` is on, and slows down after failures.',
      code: ['src/tree/autoRefresh.ts', 'src/fleet/fleetTab.ts'],
      tests: {
        'test/unit/tree/autoRefresh.test.ts': [
          'is not refreshed while it is %s, and is refreshed once when shown again if due',
          'is refreshed less and less often while it fails, and normally once it works',
        ],
        'test/unit/fleet/autoRefresh.test.ts': ['sends nothing while it is off'],
      },
    },
    {
      text: 'Requests stay within the published rate limits, also after switching connections, and wait as long as a 429 asks.',
      code: ['src/service/schedule.ts', 'src/service/endpointFamily.ts'],
      tests: {
        'test/unit/service/schedule.test.ts': [
          'are not exceeded in any window of time, whatever is requested and when',
          'pauses its whole family, %s, and no other',
        ],
        'test/unit/connections/connections.test.ts': [
          'are shared by all sessions with one service, so that switching does not exceed them',
        ],
      },
    },
    {
      text: 'Reads are retried three times at most. A removal or a restoration is sent once.',
      code: ['src/service/schedule.ts'],
      tests: {
        'test/unit/service/retries.test.ts': ['is retried three times, and logged each time'],
        'test/unit/roles/removal/removeRoles.test.ts': [
          'removing a role, with $name, reports and records what the service did, and goes on',
        ],
        'test/unit/roles/restore/restoreRole.test.ts': [
          'reports what the service did, and adds the role once in the end',
        ],
      },
    },
    {
      text: 'Through a read-only connection, only GET and four POSTs that read are sent, decided by method and path.',
      code: ['src/service/http.ts'],
      tests: {
        'test/unit/service/operations.test.ts': [
          'refuses exactly the methods of the client that change something, before anything is sent',
        ],
      },
    },
    {
      text: "A connection stays read-only until you confirm in a modal dialog. A value that isn't understood counts as read-only.",
      code: ['src/connections/connections.ts', 'src/connections/settingValues.ts'],
      tests: {
        'test/unit/connections/connections.test.ts': [
          'stays read-only after the settings say otherwise, also after a restart, and asks once for each edit',
        ],
        'test/unit/connections/connect.test.ts': [
          'stays read-only when the user connects again to make changes, until a modal allows them',
        ],
        'test/unit/connections/settings.test.ts': ['reads %j as read-only unless it surely is not'],
      },
    },
    {
      text: 'A removal or a restoration counts as done only if the response confirms it; otherwise the list of roles decides.',
      code: [
        'src/service/response.ts',
        'src/roles/removal/removeRole.ts',
        'src/roles/restore/restoreRole.ts',
      ],
      tests: {
        'test/unit/service/confirmation.test.ts': ['by 200 with the body %s'],
        'test/unit/roles/removal/removeRole.test.ts': ['a removal that %s'],
        'test/unit/roles/restore/restoreRole.test.ts': [
          'does not count as restored if it is not listed, and can be retried',
        ],
      },
    },
    {
      text: 'No telemetry: one file sends requests, and the pages can send none.',
      code: ['src/service/http.ts', 'src/tabs/pageHtml.ts'],
      tests: {
        'test/unit/documents.test.ts': ['is right that only one file sends requests'],
        'test/unit/tabs/pageHtml.test.ts': ['may run and load nothing but the files of the page'],
      },
    },
  ],
  Responses: [
    {
      text: 'Text of a service is shown as plain text, without links, images, icons, HTML and invisible characters. _Show Details_ shows these as escapes.',
      code: ['src/text/markdown.ts', 'src/text/text.ts', 'src/text/document.ts'],
      tests: {
        'test/unit/items/hostile.test.ts': ['are one table of plain text each'],
        'test/unit/shown/invisibleCharacters.test.ts': ['that are escaped in a text are shown nowhere: %s'],
        'test/unit/text/document.test.ts': [
          'shows invisible characters as escapes, unless they shape the one in front of them',
        ],
        'test/page/hostile.spec.ts': [
          'the fleet overview shows text of a service as text',
          'the timeline shows text of a service as text',
          'an access review shows text of a service as text',
        ],
        'test/ui/hostile.spec.ts': [
          'text from the service is never rendered as markup in rows, hovers, quick picks, dialogs or messages',
        ],
      },
    },
    {
      text: 'Links in hovers run only _Show Details_, _Show Timeline_, _Who Changed This?_, _Copy IP Address_ and _Open in Web Console_, with the kind and the ID of an item.',
      code: ['src/projects/hoverLinks.ts'],
      tests: {
        'test/unit/projects/hoverLinks.test.ts': ['run what works on the item'],
        'test/host/projects.test.ts': [
          'create hovers only when they are shown, as Markdown that runs only their links',
        ],
      },
    },
    {
      text: "The pages of editor tabs run only Poolview's own scripts: a content security policy without inline code, `eval` and remote content.",
      code: ['src/tabs/pageHtml.ts'],
      tests: {
        'test/unit/tabs/pageHtml.test.ts': [
          'may run and load nothing but the files of the page',
          'runs the page from dist/pages, and no script of its own',
        ],
        'test/unit/fleet/fleetTab.test.ts': ['may load only the files of the page'],
      },
    },
    {
      text: 'Pages never get a key, and the extension checks their messages.',
      code: ['src/tabs/pageHost.ts', 'src/fleet/messages.ts', 'src/review/messages.ts'],
      tests: {
        'test/unit/fleet/fleetTab.test.ts': [
          'is ignored if it is invalid, and not logged',
          'keeps what the user chose to see, but no API key',
        ],
        'test/unit/review/reviewTab.test.ts': ['sends no text that could deceive, and never the API key'],
      },
    },
    {
      text: 'A link only shows an item or a view, and Poolview asks before it switches to another connection.',
      code: ['src/projects/links/link.ts', 'src/projects/links/openLink.ts'],
      tests: {
        'test/unit/projects/links/openLink.test.ts': [
          'does nothing if the user declines',
          'filters the projects, after the user agreed to what it shows',
          'is refused with a reason, and sends nothing',
        ],
      },
    },
    {
      text: 'Responses have limits: the request timeout, 64 MiB and 4 million JSON values after decompression, and 50,000 items in a list.',
      code: ['src/service/http.ts', 'src/service/readers.ts', 'src/service/pages.ts'],
      tests: {
        'test/unit/service/http.test.ts': [
          'is rejected if its body is larger than 64 MiB, whatever its compressed size',
          'a request ends at its timeout, also if the response has begun',
        ],
        'test/unit/service/ownProcess.test.ts': [
          'a process survives any list, and parses HTTP strictly whatever its options are',
        ],
        'test/unit/service/hostile.test.ts': ['are truncated in a paginated list, which reports it'],
      },
    },
    {
      text: 'Error texts are cut after 500 characters, and shown without links and icons.',
      code: ['src/service/readers.ts', 'src/ui/errorMessage.ts'],
      tests: {
        'test/unit/service/http.test.ts': [
          'is reported in short texts, however long those of the service are',
        ],
        'test/unit/ui/errorMessage.test.ts': ['contains no link, whatever the service sends'],
      },
    },
    {
      text: 'A field that has the wrong shape is dropped, and the rest is kept.',
      code: ['src/service/readers.ts'],
      tests: {
        'test/unit/service/readers.test.ts': [
          'loses invalid and unknown fields: %j',
          'loses invalid elements, unless it is required to be complete',
        ],
      },
    },
    {
      text: 'The demo service answers requests from this computer only, with a key of its own, and keeps no body of a request without it.',
      code: ['src/demo/server.ts', 'src/demo/requests.ts'],
      tests: {
        'test/unit/demo/requests.test.ts': [
          'is rejected for its host name: %j',
          'is required if it is %s',
          'the body of a request without the key is not kept',
        ],
      },
    },
  ],
  Agents: [
    {
      text: 'Agents can read a connection only after you confirmed it, while it has the same base URL and API key. A name in the setting alone turns on nothing.',
      code: ['src/agents/access.ts'],
      tests: {
        'test/unit/agents/turnOn.test.ts': [
          'again for another base URL, and never for another connection',
          'again for another key, until which agents read nothing',
          'if a name was only written into the setting, in the window with the focus',
        ],
      },
    },
    {
      text: 'This is checked at each call, before and after it reads.',
      code: ['src/agents/toolRunner.ts'],
      tests: {
        'test/unit/agents/toolRunner.test.ts': [
          'reads nothing if the tools are off for the connection',
          'returns nothing if the tools were turned off while it was reading',
        ],
        'test/host/agents.test.ts': [
          'are offered and answer only while they are turned on for the connection',
        ],
      },
    },
    {
      text: "Agents can't change anything. A role is removed only after you confirm it in Poolview's dialog, also if agents may run all tools without asking. Enter keeps the role, unless it is selected in the view and the dialog is opened by Delete, its menu or its trash icon, or by another extension that passes the ID of the view.",
      code: ['src/agents/tools/proposeRoleRemoval.ts', 'src/roles/removal/confirmRemoval.ts'],
      tests: {
        'test/unit/agents/tools/proposeRoleRemoval.test.ts': [
          'no answer other than the button that removes the role removes it',
        ],
        'test/unit/roles/removal/confirmRemoval.test.ts': [
          'starts with who started it if it was an agent, and Enter keeps the role',
        ],
        'test/unit/shown/keepRole.test.ts': [
          'is never opened for anything else that is passed',
          'keeps the role of a row that is not selected, whoever passes it',
        ],
        'test/host/agents.test.ts': [
          'ask the user before a role is removed, even if VS Code runs tools without asking',
        ],
      },
    },
    {
      text: 'What the tools return has no API key and nothing that _Show Details_ hides.',
      code: ['src/service/redaction.ts', 'src/text/secrets.ts'],
      tests: {
        'test/unit/projects/secrets.test.ts': [
          'is hidden wherever a tag, a label, an annotation or a taint is shown',
        ],
        'test/host/agents.test.ts': ['return no key, whatever they return, with the demo profile ${profile}'],
      },
    },
    {
      text: 'Text of a service is only in the part of a result that is marked as data, and has no control and no invisible characters. A result has at most 20,000 bytes.',
      code: ['src/agents/tools/answer.ts', 'src/agents/tools/serviceText.ts'],
      tests: {
        'test/unit/agents/tools/answer.test.ts': [
          'has the connection, the time, and that texts of the service are data',
          'is limited, on one line each and free of invisible characters, whatever the service sends',
          'is cut between items, and says how much it has, how to ask for less, and how to get the rest',
        ],
      },
    },
    {
      text: "Errors of tools have no text of the service. Poolview's log has the tool, the names of its arguments and the size of its result; no values. When a call fails, VS Code writes its arguments into a log of its own.",
      code: ['src/agents/toolRunner.ts'],
      tests: {
        'test/unit/agents/toolRunner.test.ts': [
          'tells what failed and what to do, without text of the service',
          'returns JSON, and is logged with the names of its arguments, not their values',
          'does not log the names of unknown arguments',
        ],
      },
    },
  ],
};
