import type { MenuGroup } from '@trunkline/contract';

export type ShownGroup = Exclude<MenuGroup, 'CONFIGURATION'>;

/** Returns the group under which people find a module: the protocol's Settings and Configuration are one area on the screen. */
export const shownGroup = (group: MenuGroup): ShownGroup => (group === 'CONFIGURATION' ? 'SETTINGS' : group);
