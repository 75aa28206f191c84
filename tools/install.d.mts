/** The repository's folder. */
export const ROOT: string;
export function installPackages(): Promise<void>;
/** Prints a title and a running counter. The returned function ends the line with a result. */
export function showProgress(title: string): (result: string) => void;
export function findNode(): string;
