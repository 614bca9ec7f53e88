import { useSession } from '#shared/api/session.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameKeyOf, settingsGroupsFor, type SettingsGroup, type SettingsPageId } from './settings-pages.ts';

/** Returns the settings pages that the signed-in person may see, in groups. */
export function useSettingsGroups(): readonly SettingsGroup[] {
  const { can } = useSession();
  return useMemo(() => settingsGroupsFor(can), [can]);
}

/** Returns the function that names a page of the settings. */
export function useSettingsNames(): (id: SettingsPageId) => string {
  const { t } = useTranslation(['settings-area', 'shell']);
  return (id) => t(nameKeyOf(id));
}
