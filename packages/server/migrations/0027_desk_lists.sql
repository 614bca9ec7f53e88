-- Lists of tickets by any condition. A page is looked for in the order of the list first, and after some thousand rows
-- by the indexes of what was asked for: these are for values that few tickets have. What many have needs none.
alter table tickets add column sla_due_at timestamptz(3) generated always as (
  case when status in ('solved', 'closed') then null else least(
    case when first_response_at is null then first_response_due_at end, next_response_due_at, resolution_due_at) end) stored;
comment on column tickets.sla_due_at is 'The next of its deadlines, for sorting and filtering.';
create index tickets_sla_due on tickets (department_id, status, sla_due_at, id) where sla_due_at is not null;
create index tickets_type on tickets (type_id) where type_id is not null;
create index tickets_category on tickets (category_id) where category_id is not null;
create index tickets_subcategory on tickets (subcategory_id) where subcategory_id is not null;
create index tickets_caller_type on tickets (caller_type_id) where caller_type_id is not null;
create index tickets_tags on tickets using gin (tags);
create index tickets_subject_parts on tickets using gin (subject gin_trgm_ops);
create index tickets_solved on tickets (solved_at) where solved_at is not null;
