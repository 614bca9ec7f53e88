import { useEffect, useState } from 'preact/hooks';
import type { CallProps } from '../call/call-panel.tsx';
import { screenOf, type Screen } from '../chat/state.ts';
import { useChat, useSession } from './context.ts';
import { Conversation } from './conversation.tsx';
import { useEscape } from './escape.ts';
import { useFocusOnChange } from './focus.ts';
import { Header } from './header.tsx';
import { LazyPart } from './lazy-part.tsx';
import type { Sheet } from './menu.tsx';
import {
  CallBackButton,
  FailedScreen,
  LeftScreen,
  LoadingScreen,
  OfflineScreen,
  StartScreen,
} from './screens.tsx';
import { useBrand } from './use-brand.ts';

export function App() {
  const state = useChat();
  const { post } = useSession();
  const screen = screenOf(state);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  useEscape(() => post({ trunkline: 'close' }));
  useBrand(state.settings?.color, state.language);
  useFocusOnChange(`${screen} ${sheet}`);
  useEffect(() => setSheet(null), [screen]);
  if (state.calling && state.load.status === 'ready') return <Calling kind={state.calling} />;
  const isForm = screen === 'form' || screen === 'offline-form';
  const isTalk = screen === 'conversation' || screen === 'ended';
  return (
    <main class="app" aria-labelledby="title" tabIndex={-1}>
      <Header isCompact={!isForm} isAway={screen === 'offline-form'} onSheet={setSheet} />
      {isTalk && state.hasCallBack && <CallBackButton />}
      {isTalk ? (
        <Conversation isEnded={screen === 'ended'} sheet={sheet} onSheet={setSheet} />
      ) : (
        <Plain screen={screen} />
      )}
    </main>
  );
}

const loadCalls = () => import('../call/call-panel.tsx').then(({ CallPanel }) => CallPanel);

/** The call panel, whose code is loaded with the first call. */
function Calling({ kind }: CallProps) {
  const { store } = useSession();
  return (
    <main class="app" aria-labelledby="title" tabIndex={-1}>
      <Header isCompact isAway={false} onSheet={() => undefined} />
      <LazyPart load={loadCalls} props={{ kind }} onFailed={() => store.set({ calling: null })}>
        <LoadingScreen />
      </LazyPart>
    </main>
  );
}

function Plain({ screen }: { screen: Screen }) {
  if (screen === 'form') return <StartScreen />;
  if (screen === 'offline-form') return <OfflineScreen />;
  if (screen === 'left') return <LeftScreen />;
  return screen === 'failed' ? <FailedScreen /> : <LoadingScreen />;
}
