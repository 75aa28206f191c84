-- Quotes a cell of a CSV file (RFC 4180). Prefixes ' to a text that a spreadsheet would run as a formula.
create or replace function csv_cell(value text) returns text language sql immutable parallel safe as $$
  select case
    when strpos(value, ',') + strpos(value, '"') + strpos(value, E'\r') + strpos(value, E'\n') = 0
      then case when left(value, 1) in ('=', '+', '-', '@', E'\t') then '''' || value else value end
    else '"' || case when left(value, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' else '' end || replace(value, '"', '""') || '"'
  end
$$;
