-- What is over by the time that retention names, found each night without a look at all tickets.
create index tickets_over on tickets ((coalesce(status_since, updated_at))) where erased_at is null and status in ('solved', 'closed');
