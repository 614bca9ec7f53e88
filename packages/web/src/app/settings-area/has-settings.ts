import { useSession } from '#shared/api/session.ts';
import type { PermissionCode } from '#shared/api/permissions.ts';
import { PAGE_REGISTRY } from '../page-registry.ts';

export const isSettingsPath = (pathname: string): boolean =>
  /^\/(?:settings|configurasi)(?:\/|$)/.test(pathname);

/** Whether the signed-in person may see any page of the settings; the shell asks without loading what the area knows of its pages. */
export function useHasSettings(): boolean {
  const { can } = useSession();
  return PAGE_REGISTRY.some(
    (page) => isSettingsPath(page.path) && 'permission' in page && can(page.permission as PermissionCode),
  );
}
