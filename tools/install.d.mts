/** The repository's folder. */
export const ROOT: string;
export function installPackages(): Promise<void>;
/** Shows that work goes on; the answer ends the line. */
export function showProgress(title: string): (result: string) => void;
export function findNode(): string;
