import { expect, it } from 'vitest';
import { changeOf } from '../../support/fakeChanges';
import { openOverview } from './support/overview';

it('the tab of the timeline has no number: what changed long ago is no news', async () => {
  const { page } = await openOverview({}, ({ changes }) => {
    for (const number of [1, 2]) changes.add(changeOf(number, { before: Date.now() }));
  });
  expect(page.texts('role="tab"')).toEqual(['Overview', 'Capacity', 'Timeline']);
});
