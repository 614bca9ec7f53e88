import { expect, it } from 'vitest';
import { latestCommands, type PageCommand } from './commands.ts';

const command = (id: string, label: string): PageCommand => ({ id, label, icon: null, run: () => undefined });

it('offers what was registered last first, and of two for the same only that one', () => {
  const ofTicket = [command('snooze', 'Snooze…'), command('macro', 'Run macro…')];
  const ofSelection = [command('macro', 'Run macro on 3 tickets…')];
  expect(latestCommands([ofTicket, ofSelection]).map(({ label }) => label)).toEqual([
    'Run macro on 3 tickets…',
    'Snooze…',
  ]);
});
