import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { GeneralSettingsPage } from './general-settings-page.tsx';

const KeysPage = lazyPart(() =>
  import('../integrations/keys-page.tsx').then(({ KeysPage: page }) => ({ default: page })),
);
const WebhooksPage = lazyPart(() =>
  import('../integrations/webhooks-page.tsx').then(({ WebhooksPage: page }) => ({ default: page })),
);

const TelephonyPage = lazyPart(() =>
  import('../telephony/telephony-page.tsx').then(({ TelephonyPage: page }) => ({ default: page })),
);

/** The tabs of the workspace settings: general, telephony, API keys and webhooks. */
export function WorkspaceSettingsPage() {
  const { part } = useSearch({ from: '/shell/configurasi/config_app' });
  if (part === undefined) return <GeneralSettingsPage />;
  return (
    <Suspense fallback={<Skeletons rows={8} height={52} />}>
      {part === 'phone' && <TelephonyPage />}
      {part === 'keys' && <KeysPage />}
      {part === 'webhooks' && <WebhooksPage />}
    </Suspense>
  );
}
