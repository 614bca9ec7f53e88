import type { PermissionCode } from '#shared/api/permissions.ts';
import { useSession } from '#shared/api/session.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameKeyOf, settingsGroupsFor, type SettingsGroup, type SettingsPageId } from './settings-pages.ts';

/** Returns the settings pages that the signed-in person may see, in groups; the routes know what each asks for. */
export function useSettingsGroups(): readonly SettingsGroup[] {
  const { can } = useSession();
  const { routesByPath } = useRouter();
  return useMemo(
    () =>
      settingsGroupsFor((path) => {
        const permission = routesByPath[path].options.staticData?.permission;
        return permission === undefined || can(permission as PermissionCode);
      }),
    [can, routesByPath],
  );
}

/** Returns the function that names a page of the settings. */
export function useSettingsNames(): (id: SettingsPageId) => string {
  const { t } = useTranslation(['settings-area', 'shell']);
  return (id) => t(nameKeyOf(id));
}
