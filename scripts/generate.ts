/** Writes every generated file of the repository; with `--check` exits 1 when one is not current. */
import './generate-configuration-docs.js';
import './generate-error-docs.js';
import './generate-openapi.js';
