import { saveDraft } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { ticketKeys } from '../api.ts';
import { type Draft, isEmptyDraft, type Place, readLocalDraft, writeLocalDraft } from './local-drafts.ts';
import type { TicketDetail } from '../realtime.ts';

export type SaveState = 'empty' | 'saved' | 'unsaved' | 'saving' | 'failed';
export type DraftChange = Partial<Draft> | ((before: Draft) => Partial<Draft>);

const PAUSE_MS = 700;
const RETRY_MS = 5000;

/**
 * What is being written on a ticket, as a reply or as a note. It is kept on the server, and until the server has it on this device, so that
 * neither a reload nor a cut connection loses a word.
 */
export function useDraft(place: Place, { drafts }: TicketDetail) {
  const stored = drafts.find(({ kind }) => kind === place.kind);
  const [draft, setDraft] = useState(() => firstDraft(place, stored));
  const [state, setState] = useState<SaveState>(() => firstState(place, stored));
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function save(): Promise<void> {
    clearTimeout(timer.current);
    timer.current = undefined;
    const saving = latest.current;
    setState('saving');
    try {
      await putDraft(place, saving);
    } catch {
      setState('failed');
      timer.current ??= setTimeout(() => void save(), RETRY_MS);
      return;
    }
    // Something was written in the meantime: its own save is on the way.
    if (latest.current !== saving) return;
    writeLocalDraft(place, null);
    setState(isEmptyDraft(saving) ? 'empty' : 'saved');
  }

  function change(part: DraftChange): void {
    latest.current = { ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) };
    setDraft(latest.current);
    writeLocalDraft(place, latest.current);
    setState('unsaved');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE_MS);
  }

  /** After sending: nothing is left to be kept. */
  function clear(): void {
    change({ body: '', files: [] });
    void save();
  }

  const flush = useEffectEvent(() => {
    if (timer.current !== undefined) void save();
  });
  const begin = useEffectEvent(() => {
    if (readLocalDraft(place)) void save();
  });
  useEffect(() => {
    begin();
    const leave = () => flush();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      flush();
    };
  }, []);

  return { draft, state, change, clear };
}

type Stored = TicketDetail['drafts'][number] | undefined;

function firstDraft(place: Place, stored: Stored): Draft {
  return readLocalDraft(place) ?? { body: stored?.body ?? '', files: stored?.attachments ?? [] };
}

function firstState(place: Place, stored: Stored): SaveState {
  if (readLocalDraft(place)) return 'unsaved';
  return stored ? 'saved' : 'empty';
}

async function putDraft({ ticketId: id, kind }: Place, draft: Draft): Promise<void> {
  const { body, files } = draft;
  await call(saveDraft, { params: { id }, body: { kind, body, file_ids: files.map((file) => file.id) } });
  // The cached ticket must give the same draft when its pane is opened again.
  queryClient.setQueryData<TicketDetail>(ticketKeys.one(id), (detail) => {
    if (!detail) return detail;
    const others = detail.drafts.filter((other) => other.kind !== kind);
    if (isEmptyDraft(draft)) return { ...detail, drafts: others };
    const saved = { kind, body, attachments: files, updated_at: new Date().toISOString() };
    return { ...detail, drafts: [saved, ...others] };
  });
}
