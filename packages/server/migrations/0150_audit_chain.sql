-- The audit log becomes append-only, and its entries are chained: who changes, removes or adds one is found out.
alter table audit_log rename to audit_entries;
alter table audit_entries add column job text, add column details_digest bytea, add column source_digest bytea;
comment on table audit_entries is 'Who did what: settings, people, levels, sign-in, keys, privacy, recordings. Append-only; read it as audit_log.';
comment on column audit_entries.job is 'What did it by itself; null where somebody did.';
comment on column audit_entries.details_digest is 'SHA-256 over salt and text of the details in audit_values, which may be erased; null: there never were any.';
comment on column audit_entries.source_digest is 'The same over the address and the browser that it came from.';

create table audit_values (
  entry_id bigint not null references audit_entries,
  part text not null check (part in ('details', 'source')),
  salt bytea not null,
  value json not null,
  primary key (entry_id, part)
);
comment on table audit_values is 'What of an entry may be personal, beside it: value and salt are erased, and the chain still holds. Never holds a secret.';
comment on column audit_values.value is 'json and not jsonb: the digest is over the text as it was written.';

create table audit_pending (entry_id bigint primary key references audit_entries);
comment on table audit_pending is 'Entries that are still to be chained. Written with the entry, emptied by one worker.';

create table audit_chain (
  position bigint primary key,
  entry_id bigint not null unique references audit_entries,
  hash bytea not null
);
comment on table audit_chain is 'The order in which entries were committed. The hash is over the hash before and the digest of the entry.';

create table audit_anchor (
  is_only boolean primary key default true check (is_only),
  position bigint not null,
  hash bytea not null,
  sealed_to bigint not null,
  pruned bigint not null default 0
);
comment on table audit_anchor is 'Where the chain begins: behind what retention has pruned.';
comment on column audit_anchor.sealed_to is 'Entries up to this id are older than the chain; its first entry seals them.';

-- A text of numbers and names alone, so that it is the same in every time zone.
create function audit_digest(e audit_entries) returns bytea language sql stable as $$
  select sha256(convert_to(json_build_array(e.id, (extract(epoch from e.at) * 1000)::bigint, e.user_id, e.api_key_id,
    e.job, e.action, e.subject, encode(e.details_digest, 'hex'), encode(e.source_digest, 'hex'))::text, 'UTF8'))
$$;

create function audit_sealed_digest(last bigint) returns text language sql stable as $$
  select encode(sha256(coalesce(string_agg(audit_digest(e), ''::bytea order by e.id), ''::bytea)), 'hex')
  from audit_entries e where e.id <= last
$$;

-- What is there from before: its details move beside it, and the first entry of the chain seals it.
insert into audit_values (entry_id, part, salt, value)
  select id, 'details', uuid_send(gen_random_uuid()), details::text::json from audit_entries where details <> '{}';
update audit_entries e set details_digest = sha256(v.salt || convert_to(v.value::text, 'UTF8'))
  from audit_values v where v.entry_id = e.id;
alter table audit_entries drop column details;
insert into audit_anchor (position, hash, sealed_to)
  select 0, decode(repeat('00', 32), 'hex'), coalesce(max(id), 0) from audit_entries;

with old as (
  select count(*) as entries, max(id) as last from audit_entries having count(*) > 0
), written as (
  select json_build_object('entries', entries, 'last', last, 'sha256', audit_sealed_digest(last))::text as value,
    uuid_send(gen_random_uuid()) as salt
  from old
), entry as (
  insert into audit_entries (job, action, subject, details_digest)
  select 'migration', 'audit.sealed', 'audit', sha256(salt || convert_to(value, 'UTF8')) from written
  returning id
), pending as (
  insert into audit_pending select id from entry
)
insert into audit_values (entry_id, part, salt, value)
  select entry.id, 'details', written.salt, written.value::json from entry, written;

-- Nobody changes what stands there; what retention and privacy take away goes through the functions below.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'TRUNCATE' and current_setting('trunkline.audit_path', true) = any(tg_argv) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  raise exception 'The audit log is append-only: % of % is refused', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change('prune');
create trigger append_only before update or delete on audit_values
  for each row execute function refuse_audit_change('prune', 'erase');
create trigger append_only before update or delete on audit_chain
  for each row execute function refuse_audit_change('prune');
create trigger append_only before update or delete on audit_anchor
  for each row execute function refuse_audit_change('prune');
create trigger no_truncate before truncate on audit_entries execute function refuse_audit_change();
create trigger no_truncate before truncate on audit_values execute function refuse_audit_change();
create trigger no_truncate before truncate on audit_chain execute function refuse_audit_change();

create function erase_audit_values(subjects text[]) returns bigint language plpgsql as $$
declare gone bigint;
begin
  perform set_config('trunkline.audit_path', 'erase', true);
  delete from audit_values v using audit_entries e where e.id = v.entry_id and e.subject = any(subjects);
  get diagnostics gone = row_count;
  perform set_config('trunkline.audit_path', '', true);
  return gone;
end $$;
comment on function erase_audit_values is 'Takes what is personal off the entries about these subjects. The entries and their chain stay.';

-- Only what stands before everything that is younger goes, so that the rest is still proven. Call it under the lock of the chain.
create function prune_audit(cutoff timestamptz, most int) returns bigint language plpgsql as $$
declare
  start audit_anchor;
  upto bigint;
  ids bigint[];
begin
  select * into start from audit_anchor;
  select c.position - 1 into upto from audit_chain c join audit_entries e on e.id = c.entry_id
    where c.position <= start.position + most and e.at >= cutoff order by c.position limit 1;
  if upto is null then
    select max(position) into upto from audit_chain where position <= start.position + most;
  end if;
  if upto is null or upto <= start.position then return 0; end if;
  perform set_config('trunkline.audit_path', 'prune', true);
  update audit_anchor set position = upto, hash = (select hash from audit_chain where position = upto);
  with cut as (delete from audit_chain where position <= upto returning entry_id) select array_agg(entry_id) into ids from cut;
  -- With the entry that seals them goes what is older than the chain.
  if exists (select from audit_entries where id = any(ids) and action = 'audit.sealed') then
    select ids || array_agg(id) into ids from audit_entries where id <= start.sealed_to;
  end if;
  delete from audit_values where entry_id = any(ids);
  delete from audit_entries where id = any(ids);
  update audit_anchor set pruned = pruned + cardinality(ids);
  perform set_config('trunkline.audit_path', '', true);
  return cardinality(ids);
end $$;

create view audit_log as
  select e.id, e.at, e.user_id, e.api_key_id, e.job, e.action, e.subject,
    coalesce(d.value::jsonb, '{}') as details, s.value::jsonb as source,
    (e.details_digest is not null and d.entry_id is null) as is_erased
  from audit_entries e
    left join audit_values d on d.entry_id = e.id and d.part = 'details'
    left join audit_values s on s.entry_id = e.id and s.part = 'source';
comment on view audit_log is 'The entries with what is left of their values.';

create view report_levels as select id, name from user_levels;
create view report_api_keys as select id, name from api_keys;

drop index audit_log_at;
create index audit_entries_at on audit_entries (at desc, id desc);
create index audit_entries_user on audit_entries (user_id, at desc, id desc);
create index audit_entries_subject on audit_entries (subject, at desc, id desc);
create index audit_entries_about on audit_entries (split_part(action, '.', 1), at desc, id desc);
create index audit_values_words on audit_values using gin (to_tsvector('simple', value));

-- Whoever may change people and settings may read who did.
update user_level_modules m set module_activity_code = m.module_activity_code || ',AUDIT'
  from user_level_modules c
  where m.module_code = 'USERS' and m.is_active and 'EDIT' = any(string_to_array(m.module_activity_code, ','))
    and c.user_level_id = m.user_level_id and c.module_code = 'CONFIG_APP' and c.is_active
    and 'EDIT' = any(string_to_array(c.module_activity_code, ','));
