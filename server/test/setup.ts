import { resetLastId } from '#platform/ids/index.ts';

// Test files share the modules of their worker. The clock of this file may be behind the clock of the one before it.
resetLastId();
