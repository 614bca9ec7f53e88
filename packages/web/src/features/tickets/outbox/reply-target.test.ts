import type { Conversation } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import {
  conversationToAnswer,
  replyTargets,
  heldReplyTarget,
  conversationToChoose,
  writtenConversations,
  lastMessageElsewhere,
} from './reply-target.ts';

const one = (id: number, media_id: Conversation['media_id']): Conversation => ({
  id,
  media_id,
  ticket_id: 77,
  channel_account_id: 1,
  customer_id: 3,
  status: 'ended',
  started_at: '2026-11-21T09:30:00.000Z',
  ended_at: '2026-11-21T09:31:00.000Z',
  is_reachable: false,
  open_until: null,
  refuses_since: null,
});

it('a ticket that came by a call can be answered in writing once its customer has written', () => {
  expect(writtenConversations([one(1, 18), one(2, 17)])).toEqual([]);
  expect(writtenConversations([one(4, 17), one(3, 6), one(2, 4)]).map(({ id }) => id)).toEqual([2, 3]);
});

describe('what an answer goes out on', () => {
  const whatsapp = { ...one(2, 4), channel_account_id: 7, status: 'active' as const };
  const sms = { ...one(3, 3), channel_account_id: 8, status: 'active' as const };
  const conversations = [whatsapp, sms, one(4, 18)];

  it('is where the customer wrote last, unless the agent chose another', () => {
    expect(conversationToAnswer({ conversations, answers_on: 2 }, null)?.id).toBe(2);
    expect(conversationToAnswer({ conversations, answers_on: 2 }, 3)?.id).toBe(3);
    // An unknown conversation is ignored, since it may have moved to another ticket; calls cannot be replied to in writing.
    expect(conversationToAnswer({ conversations, answers_on: 2 }, 99)?.id).toBe(2);
    expect(conversationToAnswer({ conversations, answers_on: 4 }, null)?.id).toBe(3);
    expect(conversationToAnswer({ conversations: [], answers_on: null }, null)).toBeUndefined();
  });

  it('goes on with what has begun anew on the same account', () => {
    const before = { ...one(1, 3), channel_account_id: 8 };
    expect(conversationToAnswer({ conversations: [before, ...conversations], answers_on: 1 }, null)?.id).toBe(
      3,
    );
    expect(conversationToAnswer({ conversations: [before, whatsapp], answers_on: 1 }, null)?.id).toBe(1);
  });

  it('never goes to another customer, whose ticket was merged into this one', () => {
    const ended = { ...one(1, 4), channel_account_id: 7 };
    const other = { ...whatsapp, id: 9, customer_id: 4 };
    expect(conversationToAnswer({ conversations: [ended, other], answers_on: 1 }, null)?.id).toBe(1);
    expect(replyTargets([whatsapp, other]).map(({ id }) => id)).toEqual([2, 9]);
  });

  it('stays where a reply was begun, whoever writes meanwhile, and the box says who did', () => {
    const other = { ...whatsapp, id: 9, customer_id: 4 };
    const begun = { conversations: [whatsapp, other], answers_on: 2 };
    const held = heldReplyTarget(begun, null, null);
    const meanwhile = { ...begun, answers_on: 9 };
    const answered = conversationToAnswer(meanwhile, held);
    expect([held, heldReplyTarget(meanwhile, null, held), answered?.id]).toEqual([2, 2, 2]);
    expect(lastMessageElsewhere(begun, answered)).toBeUndefined();
    expect(lastMessageElsewhere(meanwhile, answered)?.customer_id).toBe(4);
    // A choice by hand holds from then on; what is held and has gone to another ticket does not.
    expect(heldReplyTarget(meanwhile, 9, held)).toBe(9);
    expect(heldReplyTarget({ conversations: [other], answers_on: 9 }, null, held)).toBe(9);
    const anew = { ...whatsapp, id: 11 };
    const ended = { ...whatsapp, status: 'ended' as const };
    const goingOn = { conversations: [ended, other, anew], answers_on: 9 };
    expect([heldReplyTarget(goingOn, null, held), heldReplyTarget(goingOn, null, 99)]).toEqual([11, 9]);
  });

  it('can be chosen among accounts, not among conversations, calls and mails', () => {
    const before = { ...one(1, 3), channel_account_id: 8 };
    const mail = { ...one(5, 2), channel_account_id: 9 };
    const places = replyTargets([before, ...conversations, mail]);
    expect(new Set(places.map(({ id }) => id))).toEqual(new Set([2, 3]));
  });
  it('that came by a form is the mail that goes with it', () => {
    expect(writtenConversations([one(1, 19)])).toEqual([]);
    expect(conversationToAnswer({ conversations: [one(1, 19), one(2, 2)], answers_on: 1 }, null)?.id).toBe(2);
  });

  it('is chosen again when a reply is taken back that was to go elsewhere', () => {
    const mail = { ...one(5, 2), channel_account_id: 9 };
    const letter = { to: [], cc: [], bcc: [], html: '<p>Hi</p>' };
    const ticket = { conversations: [...conversations, mail], answers_on: 2 };
    const on = (message: Parameters<typeof conversationToChoose>[1], answers = ticket) =>
      conversationToAnswer(answers, conversationToChoose(answers, message))?.id;
    expect(on({ conversation_id: 3 })).toBe(3);
    expect(on({ conversation_id: 2 })).toBe(2);
    expect(conversationToChoose(ticket, { conversation_id: 2 })).toBeNull();
    // The customer has written a chat since; an e-mail must not be sent there.
    expect(on({ letter })).toBe(5);
    expect(on({ letter, conversation_id: 5 })).toBe(5);
    expect(conversationToChoose({ ...ticket, answers_on: 5 }, { letter })).toBeNull();
    expect(conversationToChoose({ conversations: [], answers_on: null }, { letter })).toBeNull();
  });
});
