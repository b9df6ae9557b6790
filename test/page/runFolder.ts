/** Environment variable for the folder of a page suite run; unset if a script uses its tools. */
export const runFolderVariable = 'SWATH_PAGE_RUN_FOLDER';

/** Environment variable for the folder with the built-in extensions that the editors of a run use. */
export const builtInVariable = 'SWATH_PAGE_BUILT_IN';
