import {
  MODULES,
  splitActivities,
  VISIBILITIES,
  type BodyOf,
  type listLevels,
  type ResponseOf,
  type updateLevel,
  type ActivityCode,
  type Level,
  type ModuleCode,
  type SecondFactorRule,
  type SignInRule,
  type Visibility,
} from '@trunkline/contract';
import { shownGroup, type ShownGroup } from '#shared/api/menu-group.ts';

type Module = { activities: readonly ActivityCode[]; isOn: boolean };

/** The edited role; `version` is the one on which the changes are based. */
export type LevelForm = {
  version: number;
  name: string;
  visibility: Visibility;
  secondFactor: SecondFactorRule;
  signIn: SignInRule;
  modules: Readonly<Partial<Record<ModuleCode, Module>>>;
};

/** A row of the matrix: a module with the activities that can be granted. */
export type PermissionRow = { code: ModuleCode; activities: readonly ActivityCode[] };
export type Group = { group: ShownGroup; rows: readonly PermissionRow[] };
/** A cell of the matrix: one activity of a module. */
export type Cell = { code: ModuleCode; activity: ActivityCode };

const keyOf = ({ code, activity }: Cell): string => `${code}:${activity}`;

export function formOf({
  version,
  name,
  visibility,
  second_factor: secondFactor,
  sign_in_rule: signIn,
  modules,
}: Level): LevelForm {
  const rows = new Map(modules.map((row) => [row.module_code, row]));
  const known = MODULES.flatMap(({ code }) => {
    const row = rows.get(code);
    if (!row) return [];
    return [[code, { activities: splitActivities(row.module_activity_code), isOn: row.is_active === 1 }]];
  });
  return {
    version,
    name,
    visibility,
    secondFactor,
    signIn,
    modules: Object.fromEntries(known) as LevelForm['modules'],
  };
}

/** Returns the modules for the request; modules without any activity are left out. */
export function modulesOf({ modules }: LevelForm): NonNullable<BodyOf<typeof updateLevel>['modules']> {
  return MODULES.flatMap(({ code }) => {
    const module = modules[code];
    if (!module || !module.activities.includes('VIEW')) return [];
    return [
      {
        module_code: code,
        module_activity_code: module.activities.join(','),
        is_active: module.isOn ? (1 as const) : (0 as const),
      },
    ];
  });
}

/** Returns the modules that have something to grant, grouped as in the menu. */
export function groupsOf(codes: readonly string[]): Group[] {
  const groups: { group: ShownGroup; rows: PermissionRow[] }[] = [];
  for (const { group: own, code, activities } of MODULES) {
    const group = shownGroup(own);
    const row = { code, activities: activities.filter((activity) => codes.includes(`${code}:${activity}`)) };
    if (row.activities.length === 0) continue;
    const last = groups.at(-1);
    if (last?.group === group) last.rows.push(row);
    else groups.push({ group, rows: [row] });
  }
  return groups;
}

export function hasActivity({ modules }: Pick<LevelForm, 'modules'>, { code, activity }: Cell): boolean {
  const module = modules[code];
  return module?.isOn === true && module.activities.includes(activity);
}

/** Returns every permission of the form as `MODULE:ACTIVITY`. */
export const codesOf = (form: Pick<LevelForm, 'modules'>): ReadonlySet<string> =>
  new Set(
    MODULES.flatMap(({ code, activities }) =>
      activities.flatMap((activity) =>
        hasActivity(form, { code, activity }) ? [`${code}:${activity}`] : [],
      ),
    ),
  );

/**
 * Grants or revokes cells. VIEW is granted with the first cell of a module, because nothing works without it, and
 * revoking it switches the module off.
 */
export function withCells(form: LevelForm, cells: readonly Cell[], isGiven: boolean): LevelForm {
  return cells.reduce((all, cell) => withCell(all, cell, isGiven), form);
}

function withCell(form: LevelForm, { code, activity }: Cell, isGiven: boolean): LevelForm {
  const before = form.modules[code] ?? { activities: [], isOn: false };
  // Granting one cell of an inactive module must not bring back its other stored activities.
  const had = before.isOn ? before.activities : [];
  const set = (module: Module): LevelForm => ({ ...form, modules: { ...form.modules, [code]: module } });
  if (isGiven) {
    const wanted = new Set<ActivityCode>([...had, 'VIEW', activity]);
    return set({ activities: inOrder(code, wanted), isOn: true });
  }
  if (!before.isOn) return form;
  if (activity === 'VIEW') return set({ ...before, isOn: false });
  return set({ activities: had.filter((each) => each !== activity), isOn: true });
}

const inOrder = (code: ModuleCode, wanted: ReadonlySet<ActivityCode>): ActivityCode[] =>
  (MODULES.find((module) => module.code === code)?.activities ?? []).filter((each) => wanted.has(each));

/** Whether all, none or some of the cells are granted. */
export function stateOf(form: LevelForm, cells: readonly Cell[]): 'all' | 'none' | 'some' {
  const given = cells.filter((cell) => hasActivity(form, cell)).length;
  if (given === 0) return 'none';
  return given === cells.length ? 'all' : 'some';
}

/** Returns the cells that the user may change: those they may grant, and granted ones, which they may revoke. */
export const changeableCells = (
  form: LevelForm,
  cells: readonly Cell[],
  grantable: ReadonlySet<string>,
): Cell[] => cells.filter((cell) => grantable.has(keyOf(cell)) || hasActivity(form, cell));

export type Changes = {
  gained: readonly string[];
  lost: readonly string[];
  visibility: { from: Visibility; to: Visibility } | null;
  /** The sign-in requirements that users of the role have from now on; null where unchanged. */
  secondFactor: SecondFactorRule | null;
  signIn: SignInRule | null;
};

/** Returns what changes for the users of the role. */
export function changesOf(before: LevelForm, after: LevelForm): Changes {
  const [had, now] = [codesOf(before), codesOf(after)];
  return {
    gained: [...now].filter((code) => !had.has(code)),
    lost: [...had].filter((code) => !now.has(code)),
    visibility:
      before.visibility === after.visibility ? null : { from: before.visibility, to: after.visibility },
    secondFactor: before.secondFactor === after.secondFactor ? null : after.secondFactor,
    signIn: before.signIn === after.signIn ? null : after.signIn,
  };
}

export const changesAnything = ({ gained, lost, ...others }: Changes): boolean =>
  gained.length > 0 || lost.length > 0 || Object.values(others).some((one) => one !== null);

/** Switches a whole row or column: grants everything that the user may grant, or revokes everything. */
export function withCellsSwitched(
  form: LevelForm,
  cells: readonly Cell[],
  grantable: ReadonlySet<string>,
): LevelForm {
  const open = changeableCells(form, cells, grantable);
  return withCells(form, open, stateOf(form, open) !== 'all');
}

/** Whether people of this role hold more than the user, who may not act on them then: the server's rule. */
export function holdsMore(
  level: Level,
  { codes, grantable }: Omit<ResponseOf<typeof listLevels>, 'data'>,
): boolean {
  const held = codesOf(formOf(level));
  return (
    VISIBILITIES.indexOf(level.visibility) > VISIBILITIES.indexOf(grantable.visibility) ||
    codes.some((code) => held.has(code) && !grantable.codes.includes(code))
  );
}
