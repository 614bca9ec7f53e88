import { lazyPart } from '#shared/loading/lazy-part.ts';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { callRequest } from '#shared/api/call-request.ts';
import { notifyWhileRinging } from '#shared/lib/notifications.ts';
import { useStore } from '#shared/lib/store.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { answerExtension, callState, send, type CallEffects } from '../call-control.ts';
import { isPickingUp, isRinging } from '../call-machine.ts';
import type { WindowProps } from './window-props.ts';
import { IncomingCallModal } from '../ringing/incoming-call-modal.tsx';
import { useRingtone } from '../ringing/use-ringtone.ts';

const windows = { voice: () => import('./call-window.tsx'), video: () => import('./video-window.tsx') };
const CallWindow = lazyPart(() => windows.voice().then((module) => ({ default: module.CallWindow })));
const VideoWindow = lazyPart(() => windows.video().then((module) => ({ default: module.VideoWindow })));

const CallFrame = lazyPart(() =>
  import('./call-frame.tsx').then((module) => ({ default: module.CallFrame })),
);

/** The windows and dialogs of the agent's call, over every page; only in the tab that rings. */
export function CallLayer() {
  const { t } = useTranslation(['calls', 'shell']);
  const { isActive } = useActiveTab();
  const navigate = useNavigate();
  const state = useStore(callState);
  useRingtone(isActive && isRinging(state));
  const caller = isActive && isRinging(state) && state.status === 'incoming' ? state.call.dial.caller : null;
  useEffect(
    () =>
      caller === null ? undefined : notifyWhileRinging('Incoming Voip', { body: caller, tag: 'room-call' }),
    [caller],
  );
  const rings = isActive && state.status === 'incoming' ? state.call.kind : undefined;
  useEffect(() => {
    // Loaded while the call rings; after a failure it is loaded when it is shown.
    if (rings) windows[rings]().catch(() => undefined);
  }, [rings]);

  const openTicket = useEffectEvent((id: number) => void navigate({ to: '/tickets/detail', search: { id } }));
  const say = useEffectEvent(
    (text: string, kind: 'good' | 'bad') =>
      void toast(t(`said.${text}`), { kind: kind === 'good' ? 'done' : 'failed' }),
  );
  const sayServer = useEffectEvent((text: string) => void toast(text, { kind: 'failed' }));
  const giveLink = useEffectEvent(
    (link: string) =>
      void toast(t('link'), {
        kind: 'info',
        action: {
          label: t('copyLink'),
          run: () => void import('#shared/copy/copy.tsx').then(({ copyOrShow }) => copyOrShow(link)),
        },
        durationMs: 30_000,
      }),
  );
  const tellAsked = useEffectEvent<CallEffects['showInvitationEnd']>(({ name, purpose, outcome }) => {
    if (outcome === 'over') return;
    const kind = outcome === 'accepted' ? 'done' : 'info';
    toast(t(`asked.${purpose}.${outcome}`, { name }), { kind });
  });
  const offerThisTab = useEffectEvent(
    () =>
      void import('../other-tab.ts').then((otherTab) =>
        otherTab.offerThisTab({
          other: t('shell:tabs.other'),
          claim: t('shell:tabs.claim'),
          failed: t('said.call-failed'),
        }),
      ),
  );
  useEffect(() => {
    if (!isActive) return callRequest.subscribe(() => offerThisTab());
    return answerExtension({
      openTicket: (id) => openTicket(id),
      say: (text, kind) => say(text, kind),
      showServerMessage: (text) => sayServer(text),
      showInvitationEnd: (asked) => tellAsked(asked),
      giveLink: (link) => giveLink(link),
    });
  }, [isActive]);

  if (!isActive || state.status === 'cleared') return null;
  if (state.status === 'incoming' || state.status === 'joining') {
    return (
      <IncomingCallModal
        call={state.call}
        isOver={state.isOver}
        isBusy={isPickingUp(state)}
        onPickUp={() => send({ type: 'pickup-pressed', at: Date.now() })}
      />
    );
  }
  return (
    <Suspense>
      <OpenWindow
        state={state}
        onHangUp={() => send({ type: 'hangup-pressed' })}
        onDismiss={() => send({ type: 'dismissed' })}
      />
    </Suspense>
  );
}

/** Section 9: platform cloudflare has the embedded frame. Section 5: otherwise only the media 16 and 17 show video. */
function OpenWindow(props: WindowProps) {
  const { state } = props;
  if (state.status === 'joined' && state.credentials.platform === 'cloudflare')
    return <CallFrame {...props} />;
  return state.call.kind === 'video' ? <VideoWindow {...props} /> : <CallWindow {...props} />;
}
