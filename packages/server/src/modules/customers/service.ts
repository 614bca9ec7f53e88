import type { Readable } from 'node:stream';
import type {
  AnswerChanges,
  Answers,
  BodyOf,
  createCustomer,
  Customer,
  exportCustomers,
  Language,
  listCustomers,
  QueryOf,
  updateCustomer,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import { readCursor, writeCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import { changedAnswers, conditionNow, demandAnswers, type Settings } from '#modules/settings';
import type { Auth } from '#modules/auth';
import { createColumns, type CustomerColumns } from './column-service.ts';
import { createErasing, type Erasing } from './erasing/erasing-service.ts';
import { fieldCondition } from './field-condition.ts';
import { exportCustomersCsv } from './export.ts';
import { createImports, type CustomerImports } from './import/service.ts';
import { normaliseIdentity, readPhone, type HomeCountry } from './identities.ts';
import { createMergeService, type CustomerMerging } from './merge-service.ts';
import { createPackages, type CustomerPackages } from './packages/package-service.ts';
import { findMergedInto } from './merge-store.ts';
import { createCustomerRenaming } from './renaming.ts';
import { createSeenFigures, type SeenFigures } from './seen-figures.ts';
import * as store from './store.ts';

/** Reading and changing customers. @throws AppError `stale` where a version is not the latest */
type CustomerWork = {
  /** As CSV; the export is written to the audit log. */
  export(viewer: Viewer, query: QueryOf<typeof exportCustomers>): Promise<Readable>;
  /** @throws AppError `invalid` for a filter by a field that does not exist */
  list(
    viewer: Viewer,
    query: QueryOf<typeof listCustomers>,
  ): Promise<{ data: Customer[]; next: string | null }>;
  /** As the viewer sees them. For a merged customer, returns the one that they were merged into. */
  show(viewer: Viewer, id: number): Promise<Customer>;
  /** The same with the figures of all tickets. */
  get(id: number): Promise<Customer>;
  /** The customer of a ticket; merged customers have no tickets. */
  read(q: Query, id: number): Promise<Customer>;
  /** Finds customers by a typed name, company or address. */
  find(text: string, limit: number): Promise<Pick<Customer, 'id' | 'name' | 'company'>[]>;
  /** @throws AppError `duplicate` for an identity of another customer */
  create(body: BodyOf<typeof createCustomer>): Promise<Customer>;
  /** Null is the system. @throws AppError `conflict` for an erased customer */
  update(viewer: Viewer | null, id: number, body: BodyOf<typeof updateCustomer>): Promise<Customer>;
  /** A number as a telephone line shows it, in normal form; null where it is not a number. */
  readPhone(shown: string): Promise<string | null>;
  /** Tells screens that show this customer; ticket counts are maintained by the database. */
  emitCustomer(tx: Tx, id: number, rooms?: readonly string[]): Promise<Customer>;
  /**
   * Creates a customer for somebody who fills in a form. What a stranger types proves nothing, so an address of a known
   * customer does not make them that customer: it is noted for the agent to ask. An address that is nobody's yet is stored as a
   * claim, so that whoever really writes from there is another customer until an agent says otherwise.
   */
  introduce(
    tx: Tx,
    typed: { name: string; email?: string; phone?: string; language: Language; fields?: Answers },
  ): Promise<number>;
  /**
   * The customer of an address, or a new one. For channels on which the address proves who writes; for addresses that we write
   * to `isProven` is false. Two at the same moment get the same customer.
   */
  ofAddress(tx: Tx, addressed: ContactAddress): Promise<Pick<Customer, 'id' | 'name'>>;
  /**
   * Adds a number that somebody has verified to a customer. If it belongs to another customer it stays theirs, and people
   * decide whether the two are the same.
   */
  join(tx: Tx, id: number, phone: string): Promise<void>;
  /** For modules that show customers in other places. */
  onEdit(listener: EditListener): void;
  /** Notes a contact now, to the minute, so that a lively chat does not write here with every message. */
  touch(tx: Tx, id: number): Promise<void>;
  /** Tells of a new ticket of theirs: a contact, and a new ticket count, which the database maintains. */
  announceNewTicket(tx: Tx, id: number): Promise<void>;
};

/** Customers, with a named part for each larger subject. */
export type Customers = CustomerColumns &
  CustomerWork & {
    erasing: Erasing;
    merging: CustomerMerging;
    imports: CustomerImports;
    packages: CustomerPackages;
    figures: SeenFigures;
  };

/** Locks what shows customers in other places before a change, and returns where to tell it afterwards. */
type EditListener = {
  before: (q: Query, id: number) => Promise<void>;
  rooms: (q: Query, id: number) => Promise<readonly string[]>;
};
type ContactAddress = {
  /** Default: `email`. */
  kind?: 'email' | 'phone';
  address: string;
  name: string;
  language: 'en' | 'id';
  isProven?: boolean;
  /** For an address that one of our users has typed: called before a new customer is created for it; throws to refuse. */
  onNew?: () => void;
};
type Typed = { kind: 'email' | 'phone'; value: string };

const CONTACT_EVERY_MS = 60_000;

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'log'> & {
  dataDir: string;
  settings: Settings;
  auth: Pick<Auth, 'user'>;
};

export function createCustomers(deps: Deps): Customers {
  const { db, clock, settings } = deps;
  const listeners: EditListener[] = [];
  const figures = createSeenFigures();
  const home = async (): Promise<HomeCountry> => (await settings.config()).home_country;

  async function emitCustomer(tx: Tx, id: number, rooms: readonly string[] = []): Promise<Customer> {
    const customer = found(await store.findCustomer(tx.q, id));
    tx.emit('customer-changed', customer, ['customers', `customer:${id}`, ...rooms]);
    return customer;
  }

  function recordContact(tx: Tx, id: number): Promise<boolean> {
    const now = clock.now();
    return store.noteContact(tx.q, id, { now, before: new Date(now.getTime() - CONTACT_EVERY_MS) });
  }

  async function tellEdited(tx: Tx, id: number): Promise<Customer> {
    return emitCustomer(tx, id, await roomsOf(tx.q, id));
  }

  async function roomsOf(q: Query, id: number): Promise<string[]> {
    const rooms: string[] = [];
    for (const listener of listeners) rooms.push(...(await listener.rooms(q, id)));
    return rooms;
  }

  async function before(q: Query, id: number): Promise<void> {
    for (const listener of listeners) await listener.before(q, id);
  }

  async function demandFree(q: Query, identities: readonly Typed[]): Promise<void> {
    for (const { kind, value } of identities) {
      const owner = await store.findOwner(q, kind, value);
      if (owner) throw new AppError('duplicate', { path: 'identities', value, customer: owner });
    }
  }

  async function replaceIdentities(q: Query, id: number, identities: readonly Typed[]): Promise<void> {
    await store.removeTypedIdentities(
      q,
      id,
      identities.map(({ value }) => value),
    );
    const kept = new Set(
      found(await store.findCustomer(q, id)).identities.map(({ kind, value }) => `${kind}:${value}`),
    );
    const added = identities.filter(({ kind, value }) => !kept.has(`${kind}:${value}`));
    // A claimed address may belong to another customer by now: then it stays a claim.
    await demandFree(q, added);
    await store.insertIdentities(q, id, added);
  }

  /** The answers to custom fields after a change. */
  async function answersAfter(q: Query, before: Answers | null, changes: AnswerChanges): Promise<Answers> {
    const fields = await settings.customFields.hold(q, 'customer');
    const all = { fields, changes, isHere: () => true, when: 'create' as const };
    const answers = changedAnswers({ ...all, before: before ?? {} });
    if (before === null) demandAnswers(fields, answers, 'create');
    return answers;
  }

  async function get(id: number): Promise<Customer> {
    const into = await findMergedInto(db.q, id);
    return into === null ? found(await store.findCustomer(db.q, id)) : get(into);
  }

  const merging = createMergeService({ db, clock, figures, emitCustomer: tellEdited, roomsOf });
  const erasing = createErasing({ ...deps, emitCustomer: tellEdited });
  const packages = createPackages({ ...deps, erasing });
  const renaming = createCustomerRenaming({ db, jobs: deps.jobs, before, emitCustomer: tellEdited });
  const imports = createImports({ ...deps, holders: merging.holders, announceRenamed: renaming.tellRenamed });

  /** @throws AppError `invalid` where a field does not exist, or does not support the operator */
  async function conditionsOf(where: NonNullable<QueryOf<typeof listCustomers>['where']>) {
    const fields = where.length === 0 ? [] : await settings.customFields.list(db.q, 'customer');
    return where.map(({ field: name, op, value }) => {
      const field = fields.find(({ id }) => name === `field:${id}`);
      if (!field) throw new AppError('invalid', [{ path: name, message: 'Unknown field of customers' }]);
      return conditionNow(fieldCondition, field, { op, value, now: clock.now() });
    });
  }

  return {
    erasing,
    packages,
    merging,
    imports,
    figures,
    ...createColumns(deps),
    async export(viewer, query) {
      const { where = [], ...filter } = query;
      const conditions = await conditionsOf(where);
      const [action, subject] = ['customers.exported', 'customers'];
      // The search text may be a name, so only the fact that there was one is logged.
      const details = {
        sort: filter.sort,
        is_searched: Boolean(filter.q),
        where: where.map(({ field }) => field),
      };
      await settings.audit(db.q, { viewer, action, subject, details });
      return exportCustomersCsv({ ...deps, figures }, viewer, { ...filter, conditions, home: await home() });
    },

    async list(viewer, { where = [], ...filter }) {
      const conditions = await conditionsOf(where);
      const rows = await store.listPage(
        db.q,
        { ...filter, conditions, home: await home() },
        readCursor(filter.cursor),
      );
      const data = rows.slice(0, filter.limit);
      const last = data.at(-1);
      return {
        data: await figures.of(db.q, viewer, data),
        next:
          rows.length > data.length && last
            ? writeCursor(store.customerSortPosition(last, filter.sort))
            : null,
      };
    },

    show: async (viewer, id) => figures.ofOne(db.q, viewer, await get(id)),
    get,
    read: async (q, id) => found(await store.findCustomer(q, id)),
    find: async (text, limit) => store.findByText(db.q, text, { home: await home(), limit }),

    create: ({ identities, fields: given, ...rest }) =>
      db.transaction(async (tx) => {
        const typed = normalised(identities, await home());
        await demandFree(tx.q, typed);
        const fields = await answersAfter(tx.q, null, given);
        const id = await store.insertCustomer(tx.q, { ...rest, fields }, clock.now());
        await store.insertIdentities(tx.q, id, typed);
        return emitCustomer(tx, id);
      }),

    update: (viewer, id, { version, identities, fields: changes, ...rest }) =>
      db.transaction(async (tx) => {
        await before(tx.q, id);
        const current = found(await store.findCustomer(tx.q, id));
        if (current.version !== version) throw await figures.stale(tx.q, viewer, current);
        if (await store.isErased(tx.q, id)) throw new AppError('conflict', { reason: 'customer_erased' });
        const fields = changes && { fields: await answersAfter(tx.q, current.fields, changes) };
        if (!(await store.updateCustomer(tx.q, id, version, { ...rest, ...fields })))
          throw await figures.stale(tx.q, viewer, found(await store.findCustomer(tx.q, id)));
        if (identities) await replaceIdentities(tx.q, id, normalised(identities, await home()));
        return figures.ofOne(tx.q, viewer, await tellEdited(tx, id));
      }),

    readPhone: async (shown) => readPhone(shown, await home()),

    emitCustomer,

    async introduce(tx, typed) {
      const { default_language: ours, home_country: country } = await settings.config();
      const free: Typed[] = [];
      const claims: string[] = [];
      for (const { kind, value } of typedIdentities(typed, country)) {
        const owner = await store.findOwner(tx.q, kind, value);
        if (owner) claims.push(CLAIMS[ours](value, owner.name));
        else free.push({ kind, value });
      }
      const { name, language, fields = {} } = typed;
      const noted = { name, language, fields, note: claims.join('\n') };
      const id = await store.insertCustomer(tx.q, noted, clock.now());
      await store.insertIdentities(tx.q, id, free, { isClaimed: true });
      await emitCustomer(tx, id);
      return id;
    },

    async ofAddress(tx, { kind = 'email', address, name, language, isProven = true, onNew }) {
      await store.lockIdentity(tx.q, kind, address);
      const owner =
        (await store.findOwner(tx.q, kind, address)) ??
        (onNew && (await store.findOnlyClaimer(tx.q, kind, address)));
      if (owner) return owner;
      onNew?.();
      const id = await store.insertCustomer(tx.q, { name, language }, clock.now());
      await store.insertIdentities(tx.q, id, [{ kind, value: address }], { isVerified: isProven });
      return emitCustomer(tx, id);
    },

    async join(tx, id, phone) {
      await store.lockIdentity(tx.q, 'phone', phone);
      if (await store.findOwner(tx.q, 'phone', phone)) return;
      await store.insertIdentities(tx.q, id, [{ kind: 'phone', value: phone }], { isVerified: true });
      await tellEdited(tx, id);
    },

    onEdit: (listener) => void listeners.push(listener),

    async touch(tx, id) {
      if (await recordContact(tx, id)) await emitCustomer(tx, id);
    },

    async announceNewTicket(tx, id) {
      await Promise.all([recordContact(tx, id), emitCustomer(tx, id)]);
    },
  };
}

/** In the workspace's language, since agents read the note. */
const CLAIMS: Record<Language, (value: string, owner: string) => string> = {
  en: (value, owner) => `Gave ${value}, which belongs to ${owner}. Not verified.`,
  id: (value, owner) => `Memberikan ${value}, yang milik ${owner}. Belum terverifikasi.`,
};

/** The errors name the form's fields. */
function typedIdentities({ email, phone }: { email?: string; phone?: string }, home: HomeCountry): Typed[] {
  return [
    ...(email
      ? [{ kind: 'email' as const, value: normaliseIdentity('email', email, { home, path: 'email' }) }]
      : []),
    ...(phone
      ? [{ kind: 'phone' as const, value: normaliseIdentity('phone', phone, { home, path: 'phone' }) }]
      : []),
  ];
}

function normalised(identities: readonly Typed[], home: HomeCountry): Typed[] {
  const all = identities.map(({ kind, value }, index) => ({
    kind,
    value: normaliseIdentity(kind, value, { home, path: `identities.${index}` }),
  }));
  return all.filter(
    (one, index) => all.findIndex((other) => other.kind === one.kind && other.value === one.value) === index,
  );
}
