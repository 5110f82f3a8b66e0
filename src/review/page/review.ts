import { elementsAfter } from '../../webPage/messages';
import type { PageContext } from '../../webPage/pageSpec';
import type { AskedProject, Focus, GrantRow, ReviewHeader, ToReviewPage } from '../messages';
import { viewOf, type View } from './view';

/** What a page knows of a review. */
export interface ShownReview {
  readonly header: ReviewHeader;
  readonly grants: ReadonlyMap<string, GrantRow>;
  readonly rows: readonly GrantRow[];
  /** What can be asked about, by UID. */
  readonly projects: ReadonlyMap<string, AskedProject>;
  /** Whether reading began, so that there is only a rest to read. */
  readonly hasRead: boolean;
  /** Whether a focus was received since the page was loaded. */
  readonly hasFocus: boolean;
}

/** What the parts of the page show, and how they change it. */
export type ReviewPage = ShownReview & PageContext<View>;

interface Taken {
  readonly model?: ShownReview;
  readonly view?: View;
}

/** What a message changes. */
export function taken(model: ShownReview | undefined, message: ToReviewPage, view: View): Taken {
  switch (message.type) {
    case 'review': {
      const { header } = message;
      const connection = JSON.stringify([header.connection.name, header.connection.host]);
      const known = view.connection === connection ? model : undefined;
      const grants = elementsAfter(known?.grants ?? [], message);
      // A short read may have ended before the page is told that it began.
      const hasRead = model?.hasRead === true || ['reading', 'done'].includes(header.progress.state);
      const { hasFocus = false } = model ?? {};
      const { projects = new Map<string, AskedProject>() } = known ?? {};
      return {
        model: { header, grants, rows: [...grants.values()], projects, hasRead, hasFocus },
        view: viewOf(connection, view),
      };
    }
    case 'projects':
      return model ? { model: { ...model, projects: elementsAfter(model.projects, message) } } : {};
    case 'focus':
      return model ? focused(model, message, view) : {};
    case 'disconnected':
      return {};
  }
}

/** Shows what the review was opened for: once, as the page gets it again whenever it is loaded. */
function focused(model: ShownReview, opened: Focus, view: View): Taken {
  const { projectUid = '', clusterUid = '' } = opened;
  // The extension gets it back when VS Code opens the tab again.
  const focus = JSON.stringify(opened);
  const isSame = !model.hasFocus && view.focus === focus;
  const question = { ...view.question, projectUid, clusterUid };
  return {
    model: { ...model, hasFocus: true },
    view: isSame ? view : { ...view, focus, query: '', question },
  };
}
