import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { ChatSession } from '../chat/session.ts';
import type { ChatState } from '../chat/state.ts';
import { TEXTS, type Texts } from '../texts/texts.ts';

const SessionContext = createContext<ChatSession | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): ChatSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No session around this component');
  return session;
}

/** Returns the state; the component renders again when it changes. */
export function useChat(): ChatState {
  const { store } = useSession();
  const [state, setState] = useState(store.get);
  useEffect(() => {
    const update = () => setState(store.get);
    update(); // it may have changed between rendering and listening
    return store.subscribe(update);
  }, [store]);
  return state;
}

export const useTexts = (): Texts => TEXTS[useChat().language];
