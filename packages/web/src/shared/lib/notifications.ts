import { createStore, useStore } from './store.ts';

type Permission = NotificationPermission | 'unsupported';

function current(): Permission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

const permission = createStore<Permission>(current());

/** Whether this browser shows our notifications; followed. */
export function useNotificationPermission(): Permission {
  return useStore(permission);
}

/** Asks the browser; only ever after the person has said that they want it. */
export async function askForNotifications(): Promise<void> {
  if (!('Notification' in globalThis)) return;
  await Notification.requestPermission();
  permission.set(current());
}

/** Tells of something while the tab is hidden; a later one with the same tag takes its place. Returns what takes it away. */
export function notify(
  title: string,
  { body, tag, onClick }: { body: string; tag: string; onClick?: () => void },
): () => void {
  if (current() !== 'granted' || !document.hidden) return () => undefined;
  const shown = new Notification(title, { body, tag, icon: '/favicon.svg' });
  shown.addEventListener('click', () => {
    globalThis.focus();
    onClick?.();
    shown.close();
  });
  return () => shown.close();
}

/** Tells of a call for as long as it rings, also when the tab is hidden only after it began. */
export function notifyWhileRinging(title: string, { body, tag }: { body: string; tag: string }): () => void {
  let close = notify(title, { body, tag });
  const look = (): void => {
    close();
    close = notify(title, { body, tag });
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}
