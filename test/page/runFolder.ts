/** The environment variable that names the folder of a run of the page suite; unset where a script uses its tools. */
export const runFolderVariable = 'SWATH_PAGE_RUN_FOLDER';

/** The environment variable that names the folder with the built-in extensions that the editor of a run has. */
export const builtInVariable = 'SWATH_PAGE_BUILT_IN';
