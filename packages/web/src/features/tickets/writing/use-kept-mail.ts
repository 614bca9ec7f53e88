import { type MailDraft, saveMailDraft } from '@trunkline/contract';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { newClientKey } from '../outbox/outbox-store.ts';
import type { Recipients } from '../outbox/outbox.ts';
import type { SaveState } from '../outbox/use-draft.ts';
import { draftBody, emptyMail, isWritten, readMail } from './mail-draft.ts';

type Options = {
  /** Which of several it is: whom it was to when it was begun. */
  place: string;
  to: Recipients['to'];
  /** What the server has. */
  stored: MailDraft | null;
};
export type MailChange = Partial<MailDraft> | ((before: MailDraft) => Partial<MailDraft>);

const PAUSE_MS = 700;
const RETRY_MS = 5000;

/**
 * The mail that is being written. It is kept on the server, and until the server has it on this device, so that neither a
 * reload nor a cut connection loses a word.
 */
export function useKeptMail({ place, to, stored }: Options) {
  const { user } = useSession();
  const local = `new-mail.${user.id}.${place}`;
  const [draft, setDraft] = useState(
    () => readMail(readStored(local)) ?? stored ?? emptyMail(newClientKey(), to),
  );
  const latest = useRef(draft);
  const isWorth = (mail: MailDraft) => isWritten(mail, to.length);
  const saving = useSaving({ place, local, latest, isWorth, isStored: stored !== null });

  function put(next: MailDraft): void {
    latest.current = next;
    setDraft(next);
    saving.touch();
  }

  return {
    draft,
    state: saving.state,
    isWritten: isWorth(draft),
    /** As it is now, however long ago it was drawn. */
    latest: () => latest.current,
    change: (part: MailChange) =>
      put({ ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) }),
    /** Gives what puts it back as it was, should somebody regret it. */
    discard(): () => void {
      const before = latest.current;
      put(emptyMail(newClientKey(), to));
      return () => put(before);
    },
    /** It was sent: the server has forgotten it already. */
    end: saving.end,
  };
}

type Saving = {
  place: string;
  /** Where this device keeps it. */
  local: string;
  latest: RefObject<MailDraft>;
  isWorth: (mail: MailDraft) => boolean;
  isStored: boolean;
};

/** Brings what is written to the server: after a pause, again where that fails, and when the page is left. */
function useSaving({ place, local, latest, isWorth, isStored }: Saving) {
  const [state, setState] = useState<SaveState>(isStored ? 'saved' : 'empty');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHere = useRef(true);
  const chain = useRef(Promise.resolve());

  /** One after the other: of two at the same moment the older one could arrive last. */
  function save(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    chain.current = chain.current.then(saveNow);
  }

  async function saveNow(): Promise<void> {
    const mail = latest.current;
    const kept = isWorth(mail) ? mail : null;
    setState('saving');
    try {
      await call(saveMailDraft, { body: draftBody(place, kept) });
    } catch {
      setState('failed');
      // Whoever has left finds it on this device when they come back; until then it must not overtake what they write there.
      if (isHere.current) timer.current ??= setTimeout(save, RETRY_MS);
      return;
    }
    // Something was written in the meantime: its own save is on the way.
    if (latest.current !== mail) return;
    writeStored(local, null);
    setState(kept ? 'saved' : 'empty');
  }

  function touch(): void {
    writeStored(local, latest.current);
    setState('unsaved');
    clearTimeout(timer.current);
    timer.current = setTimeout(save, PAUSE_MS);
  }

  function end(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    writeStored(local, null);
  }

  useLeaving({
    begin() {
      isHere.current = true;
      if (readMail(readStored(local))) save();
    },
    leave() {
      if (timer.current !== undefined) save();
    },
    gone: () => void (isHere.current = false),
  });
  return { state, touch, end };
}

/** What is done when the page comes, when it goes, whichever way, and when it has gone within the app. */
function useLeaving({ begin, leave, gone }: Record<'begin' | 'leave' | 'gone', () => void>): void {
  const come = useEffectEvent(begin);
  const go = useEffectEvent(leave);
  const end = useEffectEvent(gone);
  useEffect(() => {
    come();
    const handleLeave = () => go();
    addEventListener('pagehide', handleLeave);
    return () => {
      removeEventListener('pagehide', handleLeave);
      go();
      end();
    };
  }, []);
}
