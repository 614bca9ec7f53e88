-- Tickets that an automatic mail opened: nobody waits in them until a person writes.
create table sla_quiet (
  ticket_id bigint primary key references tickets on delete cascade,
  begins_at timestamptz(3)
);
comment on table sla_quiet is 'Tickets that began with a mail of a machine. They have no clocks until somebody writes.';
comment on column sla_quiet.begins_at is 'When a person wrote first: the clocks count from then. Null: nobody has.';

-- Whoever is genuine is held up only by what is as genuine.
alter table mails add column is_proven boolean not null default false;
comment on column mails.is_proven is
  'The sender''s address is theirs, as far as anybody can tell. A flood counts for senders of its own kind only.';

-- What a stranger types into a form makes nobody that person.
alter table customer_identities add column is_claimed boolean not null default false;
comment on column customer_identities.is_claimed is
  'Given by somebody of whom nothing is proven: found and suggested by it, but nothing that comes from there is taken for theirs. Several may claim the same; one has it.';
update customer_identities i set is_claimed = true from customers c
where c.id = i.customer_id and not i.is_verified and i.created_at between c.created_at - interval '1 second' and c.created_at + interval '1 second'
  and (exists (select from livechat_visitors v where v.customer_id = c.id)
    or exists (select from tickets t join mail_messages m on m.ticket_id = t.id
               where t.customer_id = c.id and m.is_unproven and m.sender = i.value));
alter table customer_identities drop constraint customer_identities_kind_value_key;
create unique index customer_identities_owner on customer_identities (kind, value) where not is_claimed;
create index customer_identities_value on customer_identities (value);
