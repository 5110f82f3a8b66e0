import { expect, it } from 'vitest';
import { registered } from './openedTab';
import { start } from './support';

it('opens the timeline that is asked for, in the tab of the overview', async () => {
  const { feature, panels } = registered((await start({ projects: 1 })).reader);
  await feature.commands?.['openTimeline']?.({ sources: ['audit'], period: 'week' });
  await feature.commands?.['openTimeline']?.({ period: 'week' });
  const [panel, ...others] = panels;
  expect(others).toEqual([]);
  panel?.send({ type: 'ready' });
  expect(panel?.take()).toMatchObject([
    { type: 'showTab', tab: 'timeline' },
    { type: 'fleet' },
    { type: 'openTimeline', sources: [], period: 'week' },
  ]);
});

it('connects if nothing is connected', async () => {
  const { feature, panels, executed } = registered(undefined);
  await feature.commands?.['openTimeline']?.();
  expect(executed).toEqual([['poolview.connect']]);
  expect(panels).toEqual([]);
});
