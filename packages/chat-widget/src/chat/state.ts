import type {
  CallKind,
  FileRef,
  getWidget,
  Language,
  ResponseOf,
  VisitorChat,
  VisitorMessage,
} from '@trunkline/contract';
import type { Outgoing } from '../sending/outbox.ts';

export type Settings = ResponseOf<typeof getWidget>['data'];
/** Why something did not work, as far as the visitor can do something about it. */
export type Problem = 'offline' | 'server' | 'busy' | 'refused' | 'gone';

/** A file that the visitor has chosen for the message that they are writing. */
export type Upload = {
  id: string;
  name: string;
  size: number;
  mime: string;
  /** Address of the picture in this browser. */
  preview: string | null;
  /** 0 to 1. */
  progress: number;
  /** Set once the server has it. */
  file: FileRef | null;
  failure: 'too_large' | 'failed' | null;
};

export type State = {
  language: Language;
  load: { status: 'loading' } | { status: 'failed'; problem: Problem } | { status: 'ready' };
  settings: Settings | null;
  chat: VisitorChat;
  messages: VisitorMessage[];
  hasMore: boolean;
  isLoadingOlder: boolean;
  outbox: Outgoing[];
  uploads: Upload[];
  connection: 'none' | 'on' | 'lost';
  isOpen: boolean;
  isAgentTyping: boolean;
  /** Until when the server wants no more from us. Milliseconds since the epoch. */
  pausedUntil: number | null;
  lastReadId: number;
  isSoundOn: boolean;
  /** The visitor wants to write again after the chat has ended. */
  isStartingAgain: boolean;
  /** The offline form has been sent. */
  hasLeftMessage: boolean;
  /** A call is being made, or one was going on when the page was loaded. */
  calling: CallKind | 'again' | 'call-back' | null;
  /** The visitor has asked to be called, and has not been yet. */
  hasCallBack: boolean;
  /** The page of the customer's site that the visitor is on. */
  page: string;
};

export const NO_CHAT: VisitorChat = {
  status: 'none',
  agent_name: null,
  goes_on: false,
  position: null,
  expected_wait: null,
  visitor: null,
};

export function initialState(language: Language): State {
  return {
    language,
    load: { status: 'loading' },
    settings: null,
    chat: NO_CHAT,
    messages: [],
    hasMore: false,
    isLoadingOlder: false,
    outbox: [],
    uploads: [],
    connection: 'none',
    isOpen: false,
    isAgentTyping: false,
    pausedUntil: null,
    lastReadId: 0,
    isSoundOn: false,
    isStartingAgain: false,
    hasLeftMessage: false,
    calling: null,
    hasCallBack: false,
    page: '',
  };
}

export type Screen = 'loading' | 'failed' | 'form' | 'offline-form' | 'left' | 'conversation' | 'ended';

/** What the visitor sees. Pure: the state decides, not the way that led to it. */
export function screenOf(state: State): Screen {
  const { load, settings, chat, hasLeftMessage } = state;
  if (load.status === 'failed') return 'failed';
  if (load.status === 'loading' || !settings) return 'loading';
  if (chat.status === 'waiting' || chat.status === 'active') return 'conversation';
  if (hasLeftMessage) return 'left';
  return chat.goes_on ? 'conversation' : screenWithoutChat(chat.status === 'none', settings, state);
}

function screenWithoutChat(isNew: boolean, settings: Settings, { isStartingAgain }: State): Screen {
  if (!isNew && !isStartingAgain) return 'ended';
  if (!settings.is_online) return 'offline-form';
  // Someone who was here before need not say again who they are; without questions there is nothing to fill in.
  return isNew && settings.pre_chat.length > 0 ? 'form' : 'conversation';
}
