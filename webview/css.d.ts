/** A style sheet is imported for the bundler, which writes it beside the script. */
declare module '*.css';
