//! FSP, the process notation of Magee and Kramer.
