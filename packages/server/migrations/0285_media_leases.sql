-- The work queue fetches the files of customers: until now a fetch put off the next attempt to keep others away.
alter table messaging_media add column id bigint generated always as identity unique;
comment on column messaging_media.id is 'Of the work queue, growing; everything else knows a file by its file_id.';
alter table messaging_media add column leased_until timestamptz(3);
comment on column messaging_media.leased_until is 'Until when nobody else takes it; null: nobody has it.';
