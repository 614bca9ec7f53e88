import { MODULES, type ActivityCode, type ModuleCode } from '@trunkline/contract';
import type { Query } from '#platform/db';

type Level = {
  name: string;
  visibility: 'own' | 'department' | 'all';
  modules: Partial<Record<ModuleCode, readonly ActivityCode[]>>;
};

const everything = Object.fromEntries(MODULES.map(({ code, activities }) => [code, activities]));
const codesOf = (group: string) =>
  Object.fromEntries(
    MODULES.filter((module) => module.group === group).map(({ code, activities }) => [code, activities]),
  );
const viewOf = (...codes: ModuleCode[]) => Object.fromEntries(codes.map((code) => [code, ['VIEW'] as const]));

/** The roles of a new workspace, which administrators may change. */
export const LEVELS = {
  administrator: { name: 'Administrator', visibility: 'all', modules: everything },
  supervisor: {
    name: 'Supervisor',
    visibility: 'all',
    modules: {
      ...everything,
      ...Object.fromEntries(
        [...Object.keys(codesOf('SETTINGS')), ...Object.keys(codesOf('CONFIGURATION'))].map((code) => [
          code,
          undefined,
        ]),
      ),
      ...viewOf('USERS', 'CONFIG_MEDIA_CHAT'),
    },
  },
  qa: {
    name: 'QA analyst',
    visibility: 'all',
    modules: {
      ...viewOf('DASHBOARD', 'DASHBOARD_AGENT', 'DASHBOARD_SURVEY', 'TICKETS', 'CUSTOMERS', 'INFORMATION'),
      ...codesOf('QA'),
    },
  },
  agent: {
    name: 'Agent',
    visibility: 'department',
    modules: {
      TICKETS: ['VIEW', 'CREATE', 'REPLY', 'NOTE', 'EDIT', 'ASSIGN', 'TRANSFER', 'SOLVE'],
      CUSTOMERS: ['VIEW', 'CREATE', 'EDIT', 'BLOCK'],
      ...viewOf('DASHBOARD', 'DASHBOARD_AGENT', 'INFORMATION', 'FAQ_QNA', 'FAQ_TOP_QUESTIONS'),
    },
  },
  campaigns: {
    name: 'Campaign manager',
    visibility: 'all',
    modules: {
      ...viewOf('DASHBOARD', 'DASHBOARD_TICKET', 'DASHBOARD_SURVEY', 'TICKETS', 'INFORMATION'),
      ...viewOf('REPORT_CAMPAIGNS', 'REPORT_WHATSAPP', 'REPORT_EMAIL', 'REPORT_SATISFACTION_METRICS'),
      CUSTOMERS: ['VIEW', 'CREATE', 'EDIT', 'IMPORT', 'EXPORT'],
      TEMPLATE_CONTENT: ['VIEW', 'EDIT'],
      ...codesOf('CAMPAIGN'),
    },
  },
} as const satisfies Record<string, Level>;

export type LevelName = keyof typeof LEVELS;

/** Inserts the roles; returns their ids by name. */
export async function insertLevels(q: Query): Promise<Record<LevelName, number>> {
  const ids: Partial<Record<LevelName, number>> = {};
  for (const [key, level] of Object.entries(LEVELS) as [LevelName, Level][]) {
    const { name, visibility, modules } = level;
    const { id } = await q
      .insertInto('user_levels')
      .values({ name, visibility })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = Object.entries(modules).flatMap(([module_code, codes]) =>
      codes ? [{ user_level_id: id, module_code, module_activity_code: codes.join(',') }] : [],
    );
    await q.insertInto('user_level_modules').values(rows).execute();
    ids[key] = id;
  }
  return ids as Record<LevelName, number>;
}
