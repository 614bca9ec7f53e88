import { createStore, useStore } from './store.ts';

type Permission = NotificationPermission | 'unsupported';

function current(): Permission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

const permission = createStore<Permission>(current());

/** Whether this browser shows our notifications; the component renders again when it changes. */
export function useNotificationPermission(): Permission {
  return useStore(permission);
}

/** Asks the browser for permission; call only after the user has asked for notifications. */
export async function askForNotifications(): Promise<void> {
  if (!('Notification' in globalThis)) return;
  await Notification.requestPermission();
  permission.set(current());
}

/** Shows a notification while the tab is hidden; a later one with the same tag replaces it. Returns the function that closes it. */
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

/** Shows a notification for a ringing call, also when the tab is hidden after the ringing began. Returns the function that ends it. */
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
