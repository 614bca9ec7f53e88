import { choiceFaultOf } from '@trunkline/contract';
import { useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { useConversationToAnswer, useOpenTicket } from '../page/ticket-context.ts';

export type Choices = ReturnType<typeof useChoices>;

/** The options below a reply, which the customer can press. Kept on this device until the reply is sent. */
export function useChoices() {
  const { user } = useSession();
  const { ticket } = useOpenTicket().detail;
  const { traits } = useConversationToAnswer();
  const place = { key: `choices.${user.id}`, ticketId: ticket.id };
  const [given, setGiven] = useState(() => readChoices(place));
  const [isOpened, setOpened] = useState(false);
  const limits = traits?.choices ?? undefined;

  function set(next: string[]): void {
    setGiven(next);
    writeChoices(place, next);
  }

  function clear(): void {
    if (given.length > 0) set([]);
    setOpened(false);
  }

  const isOpen = limits !== undefined && (isOpened || given.length > 0);
  const toggle = () => setOpened(!isOpened);
  return {
    /** Undefined where the channel supports no options. */
    limits,
    given,
    set,
    clear,
    isOpen,
    forBar: limits ? { isOpen, toggle } : null,
    /** The options for the request, where there are any. */
    toSend: limits && given.length > 0 ? { choices: given } : undefined,
    /** Whether a reply with this text cannot be sent with options, which need a text. */
    isUnfitFor: (body: string): boolean =>
      limits !== undefined && given.length > 0 && (body === '' || choiceFaultOf(limits, given) !== undefined),
  };
}

type ChoiceKey = { key: string; ticketId: number };

function readAll(key: string): Record<string, unknown> {
  const all = readStored(key);
  return typeof all === 'object' && all !== null ? (all as Record<string, unknown>) : {};
}

function readChoices({ key, ticketId }: ChoiceKey): string[] {
  const held = readAll(key)[ticketId];
  return Array.isArray(held) ? held.filter((one) => typeof one === 'string') : [];
}

function writeChoices({ key, ticketId }: ChoiceKey, choices: string[]): void {
  const { [ticketId]: _, ...others } = readAll(key);
  writeStored(key, choices.length > 0 ? { ...others, [ticketId]: choices } : others);
}
