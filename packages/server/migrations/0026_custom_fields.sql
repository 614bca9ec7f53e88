-- Fields that an organisation adds to tickets and customers, and what is answered in them.
create table custom_fields (
  id bigint generated always as identity primary key,
  name text not null,
  key text not null,
  entity text not null check (entity in ('ticket', 'customer')),
  kind text not null check (kind in ('line', 'text', 'number', 'date', 'date_time', 'choice', 'choices', 'check', 'link')),
  options jsonb not null default '[]',
  required text not null default 'never' check (required in ('never', 'create', 'solve')),
  type_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  in_list boolean not null default false,
  hint text not null default '',
  position int not null default 0,
  is_active boolean not null default true,
  version int not null default 1
);
comment on column custom_fields.key is 'What stands for it in templates.';
comment on column custom_fields.options is '[{"id", "name", "is_active"}], in order. Answers hold the id, so that a renamed option keeps them.';
comment on column custom_fields.type_ids is 'Of tickets of these types only; empty fits every type. Likewise category_ids.';

-- An array has no foreign keys: these two say what those would say.
create function demand_field_places() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from ticket_types where id = any(new.type_ids) for key share) t) < cardinality(new.type_ids)
    or (select count(*) from (select from categories where id = any(new.category_ids) for key share) c) < cardinality(new.category_ids)
  then raise foreign_key_violation using message = 'a custom field refers to a type or a category that is not there';
  end if;
  return new;
end $$;
create trigger custom_fields_places before insert or update of type_ids, category_ids on custom_fields
  for each row execute function demand_field_places();

create function keep_field_places() returns trigger language plpgsql as $$
begin
  if exists (select from custom_fields where old.id = any(case tg_table_name when 'ticket_types' then type_ids else category_ids end))
  then raise foreign_key_violation using message = 'a custom field refers to this';
  end if;
  return old;
end $$;
create trigger ticket_types_in_fields before delete on ticket_types for each row execute function keep_field_places();
create trigger categories_in_fields before delete on categories for each row execute function keep_field_places();

create table custom_field_uses (
  field_id bigint not null references custom_fields on delete cascade,
  option text not null,
  primary key (field_id, option)
);
comment on table custom_field_uses is
  'What was ever answered: the empty option stands for the field itself. Stays, as the time line goes on naming it.';

alter table tickets add column fields jsonb not null default '{}';
alter table customers add column fields jsonb not null default '{}';
comment on column tickets.fields is 'Answers by the id of their custom field: text, a number, true, or an array of option ids. What is empty is not there.';

create table ticket_field_values (
  field_id bigint not null references custom_fields,
  ticket_id bigint not null references tickets on delete cascade,
  word text,
  num double precision,
  at timestamptz
);
create index ticket_field_values_ticket on ticket_field_values (ticket_id, field_id);
create index ticket_field_values_word on ticket_field_values (field_id, word, ticket_id);
create index ticket_field_values_num on ticket_field_values (field_id, num, ticket_id) where num is not null;
create index ticket_field_values_at on ticket_field_values (field_id, at, ticket_id) where at is not null;
comment on table ticket_field_values is 'tickets.fields once more, for filters: one row per value, kept by a trigger. A choice of several has several.';
comment on column ticket_field_values.word is 'In small letters, the first 500: what an index can hold. Null for numbers.';
comment on column ticket_field_values.at is 'Of a date: its midnight in UTC.';

create table customer_field_values (
  field_id bigint not null references custom_fields,
  customer_id bigint not null references customers on delete cascade,
  word text,
  num double precision,
  at timestamptz
);
create index customer_field_values_customer on customer_field_values (customer_id, field_id);
create index customer_field_values_word on customer_field_values (field_id, word, customer_id);
create index customer_field_values_num on customer_field_values (field_id, num, customer_id) where num is not null;
create index customer_field_values_at on customer_field_values (field_id, at, customer_id) where at is not null;
comment on table customer_field_values is 'customers.fields once more, for filters, as ticket_field_values.';

create function values_of_fields(fields jsonb)
returns table (field_id bigint, word text, num double precision, at timestamptz) language sql stable as $$
  select f.id,
    case when jsonb_typeof(v.value) <> 'number' then left(lower(v.value #>> '{}'), 500) end,
    case when jsonb_typeof(v.value) = 'number' then (v.value #>> '{}')::double precision end,
    case f.kind when 'date' then ((v.value #>> '{}') || 'T00:00:00Z')::timestamptz
      when 'date_time' then (v.value #>> '{}')::timestamptz end
  from jsonb_each(fields) a
  join custom_fields f on f.id = a.key::bigint
  cross join lateral jsonb_array_elements(case jsonb_typeof(a.value) when 'array' then a.value else jsonb_build_array(a.value) end) v
$$;

-- First the rows that are there already are looked at: to insert what is there would wait for others who do the same.
create function note_field_uses(field_ids bigint[], words text[]) returns void language sql as $$
  insert into custom_field_uses (field_id, option)
  select n.field_id, n.option from (
    select distinct v.field_id, o.option from unnest(field_ids, words) v(field_id, word)
    join custom_fields f on f.id = v.field_id
    cross join lateral (values (''), (case when f.kind in ('choice', 'choices') then v.word end)) o(option)
    where o.option is not null) n
  where not exists (select from custom_field_uses u where u.field_id = n.field_id and u.option = n.option)
  order by 1, 2 on conflict do nothing
$$;

create function keep_values_of_new_tickets() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows where fields <> '{}') then return null; end if;
  insert into ticket_field_values (field_id, ticket_id, word, num, at)
    select v.field_id, n.id, v.word, v.num, v.at from new_rows n cross join lateral values_of_fields(n.fields) v where n.fields <> '{}';
  perform note_field_uses(array_agg(v.field_id), array_agg(v.word)) from (
    select distinct v.field_id, v.word from new_rows n cross join lateral values_of_fields(n.fields) v where n.fields <> '{}') v;
  return null;
end $$;
create trigger tickets_fields_insert after insert on tickets
  referencing new table as new_rows for each statement execute function keep_values_of_new_tickets();

create function changed_fields(before jsonb, after jsonb) returns bigint[] language sql immutable as $$
  select coalesce(array_agg(coalesce(o.key, n.key)::bigint), '{}') from jsonb_each(before) o
  full join jsonb_each(after) n on n.key = o.key where o.value is distinct from n.value
$$;

create function keep_values_of_ticket() returns trigger language plpgsql as $$
declare
  changed bigint[] := changed_fields(old.fields, new.fields);
begin
  delete from ticket_field_values where ticket_id = new.id and field_id = any(changed);
  insert into ticket_field_values (field_id, ticket_id, word, num, at)
    select field_id, new.id, word, num, at from values_of_fields(new.fields) where field_id = any(changed);
  perform note_field_uses(array_agg(field_id), array_agg(word)) from values_of_fields(new.fields) where field_id = any(changed);
  return null;
end $$;
create trigger tickets_fields_update after update of fields on tickets for each row
  when (old.fields is distinct from new.fields) execute function keep_values_of_ticket();

create function keep_values_of_new_customers() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows where fields <> '{}') then return null; end if;
  insert into customer_field_values (field_id, customer_id, word, num, at)
    select v.field_id, n.id, v.word, v.num, v.at from new_rows n cross join lateral values_of_fields(n.fields) v where n.fields <> '{}';
  perform note_field_uses(array_agg(v.field_id), array_agg(v.word)) from (
    select distinct v.field_id, v.word from new_rows n cross join lateral values_of_fields(n.fields) v where n.fields <> '{}') v;
  return null;
end $$;
create trigger customers_fields_insert after insert on customers
  referencing new table as new_rows for each statement execute function keep_values_of_new_customers();

create function keep_values_of_customer() returns trigger language plpgsql as $$
declare
  changed bigint[] := changed_fields(old.fields, new.fields);
begin
  delete from customer_field_values where customer_id = new.id and field_id = any(changed);
  insert into customer_field_values (field_id, customer_id, word, num, at)
    select field_id, new.id, word, num, at from values_of_fields(new.fields) where field_id = any(changed);
  perform note_field_uses(array_agg(field_id), array_agg(word)) from values_of_fields(new.fields) where field_id = any(changed);
  return null;
end $$;
create trigger customers_fields_update after update of fields on customers for each row
  when (old.fields is distinct from new.fields) execute function keep_values_of_customer();
