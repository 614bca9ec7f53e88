import type { CallParticipants } from '@trunkline/contract';
import { expect, test } from 'vitest';
import { canCloseInvite } from './can-close-invite.ts';

const DEWI = 4;
const BUDI = 5;

function inside({
  agents = [DEWI],
  rung = [],
}: { agents?: number[]; rung?: number[] } = {}): CallParticipants {
  return {
    call_id: 1,
    room_name: 'room',
    agent_id: DEWI,
    held_since: null,
    recording: 'off',
    agents: agents.map((user_id) => ({ user_id, name: `Agent ${user_id}` })),
    invitations: rung.map((user_id) => ({
      id: user_id,
      user_id,
      name: `Agent ${user_id}`,
      purpose: 'join',
      expires_at: '2026-11-20T08:00:00.000Z',
    })),
  };
}

const untouched = { asked: undefined, isUntouched: true };
const picked = { asked: BUDI, isUntouched: false };

const NOBODY = inside();
const BUDI_RINGS = inside({ rung: [BUDI] });
const BUDI_HERE = inside({ agents: [DEWI, BUDI] });

test.each([
  { what: 'nobody was asked and nobody came', looks: [NOBODY, NOBODY], ...untouched, isDone: false },
  { what: 'nothing is known yet', looks: [undefined, BUDI_HERE], ...untouched, isDone: false },
  { what: 'who rang already has come', looks: [BUDI_RINGS, BUDI_HERE], ...untouched, isDone: true },
  {
    what: 'they have come while a word for somebody else is being written',
    looks: [BUDI_RINGS, BUDI_HERE],
    asked: undefined,
    isUntouched: false,
    isDone: false,
  },
  {
    what: 'who was picked rings, and the answer was lost',
    looks: [NOBODY, BUDI_RINGS],
    ...picked,
    isDone: true,
  },
  { what: 'who was picked is here', looks: [NOBODY, BUDI_HERE], ...picked, isDone: true },
  { what: 'who was picked could not be rung', looks: [NOBODY, NOBODY], ...picked, isDone: false },
  { what: 'who was picked was here before', looks: [BUDI_HERE, BUDI_HERE], ...picked, isDone: false },
])('$what', ({ looks: [before, now], asked, isUntouched, isDone }) => {
  expect(canCloseInvite({ before, inside: now, asked, isUntouched })).toBe(isDone);
});
