/** Thrown when the embedded database cannot run; the message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  static inUse(dataDir: string, detail = ''): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      `Another server already runs on ${dataDir}${detail}: stop it, or choose another DATA_DIR.`,
    );
  }
}
