import { MODULES } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { PAGE_REGISTRY } from '../page-registry.ts';
import { searchSettings } from './search-settings.ts';
import { loadSearchedPages } from './search-texts.ts';
import { fieldTextsOf, SETTINGS_FIELDS } from './settings-fields.ts';
import { isSettingsPath } from './has-settings.ts';
import { isCurrent, SETTINGS_GROUPS, settingsGroupsFor } from './settings-pages.ts';

const pages = SETTINGS_GROUPS.flatMap((group) => group.pages);
const registered = PAGE_REGISTRY.filter(({ path }) => isSettingsPath(path) && path !== '/settings');
const searched = await loadSearchedPages(pages);
const found = (query: string) =>
  searchSettings(searched, query).map(({ id, field }) => {
    const label = searched.find((page) => page.id === id)?.fields[field ?? -1]?.labels[0];
    return label === undefined ? id : `${id}: ${label}`;
  });

describe('the settings area', () => {
  it('has every page at an address of the settings, once', () => {
    const whole = pages.filter(({ part }) => part === undefined);
    expect(whole.map(({ path }) => path).toSorted()).toEqual(registered.map(({ path }) => path).toSorted());
  });

  it('shows only what a role may see, and no empty group', () => {
    const asked = new Map<string, string | undefined>(
      registered.map((page) => [page.path, 'permission' in page ? page.permission : undefined] as const),
    );
    const ids = (...codes: string[]) =>
      settingsGroupsFor((path) => codes.includes(asked.get(path) ?? '')).map(({ id, pages: own }) => [
        id,
        own.map((page) => page.id),
      ]);
    expect(ids('TICKETS:VIEW')).toEqual([]);
    expect(ids('CUSTOMERS:PRIVACY', 'MACROS:VIEW')).toEqual([
      ['automation', ['MACROS']],
      ['security', ['privacy']],
    ]);
  });

  it('marks the page of the address, whatever the page keeps there', () => {
    const current = (pathname: string, search: object) =>
      pages.filter((page) => isCurrent(page, { pathname, search })).map(({ id }) => id);
    expect(current('/settings/users', { q: 'rina', id: 4 })).toEqual(['USERS']);
    expect(current('/settings/users/levels', { id: 2 })).toEqual(['levels']);
    expect(current('/settings/media_template_content', { part: 'whatsapp' })).toEqual(['TEMPLATE_CONTENT']);
    expect(current('/configurasi/config_app', {})).toEqual(['CONFIG_APP']);
    expect(current('/configurasi/config_app', { part: 'phone', id: 1 })).toEqual(['phone']);
  });
});

describe('the search over the settings', () => {
  it('has a name, a description and the labels of every page, in both languages', () => {
    const wanting = searched.flatMap(({ id, names, about, fields }) =>
      [names, about, ...fields.map(({ labels }) => labels)]
        .filter((texts) => texts.length !== 2 || texts.includes(''))
        .map(() => id),
    );
    expect(wanting).toEqual([]);
    expect(Object.keys(SETTINGS_FIELDS).filter((id) => !pages.some((page) => page.id === id))).toEqual([]);
    const codes = new Set<string>(MODULES.map(({ code }) => code));
    expect(
      pages.filter(({ id }) => codes.has(id) && fieldTextsOf(id).length === 0).map(({ id }) => id),
    ).toEqual([]);
  });

  it.each([
    ['depart', 'DEPARTMENTS'],
    ['departemen', 'DEPARTMENTS'],
    ['wrap-up', 'DEPARTMENTS: Wrap-up after a call'],
    ['departments wrap', 'DEPARTMENTS: Wrap-up after a call'],
    ['blocked senders', 'CONFIG_EMAILS: Blocked senders'],
    ['pengirim yang diblokir', 'CONFIG_EMAILS: Blocked senders'],
    ['verify token', 'CONFIG_SOCIAL_MEDIA: Verify token'],
    ['zona waktu', 'CONFIG_APP: Time zone'],
    ['asterisk', 'phone'],
    ['trunk', 'phone: Trunks'],
    ['retention', 'privacy: Retention'],
    ['web forms', 'CONFIG_MEDIA_CHAT: Web forms'],
    ['openid', 'sign-in'],
  ])('finds by “%s”: %s', (query, expected) => {
    expect(found(query)).toContain(expected);
  });

  it('puts pages with that name first, and finds nothing for nothing', () => {
    expect(found('types')[0]).toBe('TYPES');
    expect(found(' ')).toEqual([]);
    expect(found('no such thing')).toEqual([]);
  });
});
